/** Longest event that is taken; the facade sends smaller ones. */
const longestEvent = 64 * 1024 * 1024;

interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

function parseEvent(block: string): ServerSentEvent {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return { event, data: data.join('\n') };
}

/** The events of a stream of Server-Sent Events, without comments. */
export async function* serverSentEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > longestEvent) throw new Error('An event of the subscription is too large');
    for (const block of blocks) {
      const parsed = parseEvent(block);
      if (parsed.event !== 'message' || parsed.data !== '') yield parsed;
    }
  }
}

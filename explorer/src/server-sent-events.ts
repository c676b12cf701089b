/** Maximum length of an event in characters. The facade sends shorter ones. */
const maxEventLength = 64 * 1024 * 1024;

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

/** Parses a stream of Server-Sent Events. Ignores comments. */
export async function* parseServerSentEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > maxEventLength)
      throw new Error(`An event of the subscription has more than ${maxEventLength} characters`);
    for (const block of blocks) {
      const parsed = parseEvent(block);
      if (parsed.event !== 'message' || parsed.data !== '') yield parsed;
    }
  }
}

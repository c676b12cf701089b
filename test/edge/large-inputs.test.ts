/** Inputs of the documented maximum size, in every encoding, and the bytes that they count for their caller. */
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { startStubbed } from '../graph/stub-upstream.ts';
import { startFacade } from '../harness.ts';
import { startUpstream } from './harness.ts';

const mutation =
  'mutation ($body: String!) { noteCreate(input: { target: { issue: { project: "1", iid: 2 } }, body: $body }) { errors { message } } }';
const maxCharacters = 1_000_000;

/** JSON that consists of ASCII characters only. */
const escapeJson = (value: object): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`);

const toJson = (body: string): string => escapeJson({ query: mutation, variables: { body } });

type Send = (url: URL, json: string) => Promise<unknown>;

const post = async (url: URL, body: FormData | URLSearchParams | string, type?: string): Promise<unknown> => {
  const headers = { 'x-portico-csrf': '1', ...(type === undefined ? {} : { 'content-type': type }) };
  return (await fetch(url, { method: 'POST', headers, body })).json();
};

const transports: Readonly<Record<string, Send>> = {
  JSON: (url, json) => post(url, json, 'application/json'),
  multipart: (url, json) => {
    const form = new FormData();
    form.set('operations', json);
    form.set('map', '{}');
    return post(url, form);
  },
  form: (url, json) => {
    const variables = json.slice(json.indexOf('"variables":') + '"variables":'.length, -1);
    return post(url, new URLSearchParams({ query: mutation, variables }));
  },
  WebSocket: async (url, json) => {
    const socket = new WebSocket(url.href.replace('http', 'ws'), 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    socket.once('open', () => socket.send('{"type":"connection_init"}'));
    return new Promise((resolve, reject) => {
      socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
      socket.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data));
        if (type === 'connection_ack') socket.send(`{"id":"1","type":"subscribe","payload":${json}}`);
        else if (type === 'next' || type === 'error') resolve(payload);
      });
    });
  },
};

test.each(
  Object.keys(transports).flatMap((transport) =>
    ['é', '\u{1f600}'].map((character) => [transport, character] as const),
  ),
)('accepts a note of the maximum length over %s, with each %s escaped', async (transport, character) => {
  const facade = await startStubbed({ 'POST /projects/1/issues/2/notes': { body: { id: 1 } } });
  const note = character.repeat(maxCharacters);
  const result = await transports[transport]?.(new URL('/graphql', facade.url), toJson(note));
  expect(result).toEqual({ data: { noteCreate: { errors: [] } } });
  expect(facade.bodies).toHaveLength(1);
  // A failing comparison of the texts would print them.
  expect(JSON.stringify(facade.bodies[0]) === JSON.stringify({ body: note })).toBe(true);
});

test.each(['é', '\u{1f600}'])('reads a note of the maximum length, with each %s escaped', async (character) => {
  const note = character.repeat(maxCharacters);
  const { execute } = await startStubbed({
    'GET /projects/1/issues/2/notes/3': { body: escapeJson({ id: 3, body: note }) },
  });
  const { data, errors } = await execute<{ note: { body: string } }>(
    '{ note(id: "gid://service/Note/issue/1/2/3") { body } }',
  );
  expect(errors).toBeUndefined();
  expect(data?.note.body === note).toBe(true);
});

test.each(['JSON', 'multipart', 'WebSocket'])(
  'counts a body over %s for its caller until the operation has ended',
  async (transport) => {
    const responses: (() => void)[] = [];
    await using upstream = await startUpstream((_, response) => {
      responses.push(() => response.end('{"id":1}'));
    });
    const facade = await startFacade(`${upstream.url}`, { maxIncomingBytesPerAddress: 1_500_000 });
    onTestFinished(() => facade.close());
    const url = new URL('/graphql', facade.url);
    const json = toJson('a'.repeat(800_000));
    const first = transports[transport]?.(url, json);
    await expect.poll(() => responses.length).toBe(1);
    const second: unknown = await transports.JSON?.(url, json);
    expect(second).toMatchObject({ errors: [{ extensions: { code: 'INCOMING_LIMIT' } }] });
    for (const respond of responses) respond();
    expect(await first).toEqual({ data: { noteCreate: { errors: [] } } });
    const third = transports.JSON?.(url, json);
    await expect.poll(() => responses.length).toBe(2);
    responses[1]?.();
    expect(await third).toEqual({ data: { noteCreate: { errors: [] } } });
  },
);

/**
 * Every message that a client can provoke, as clients see it. `messages.md` is the result: review it like code, with the question whether a
 * client can say which part of the request to change. `npx vitest run test/messages -u` writes it.
 */
import { beforeAll, expect, test } from 'vitest';
import { read } from '../docs/pages.ts';
import { documents } from './documents.ts';
import { type Example, startExamples } from './examples.ts';
import { codesWithoutExample, exceptions } from './exceptions.ts';
import { limits } from './limits.ts';
import { requests } from './requests.ts';
import { findTemplates, type Template } from './templates.ts';

const examples: Readonly<Record<string, readonly Example[]>> = { ...requests, ...documents, ...limits };

const rendered = new Map<Example, readonly string[]>();

/** Upper bound on the messages of an example that the file contains. */
const maxShown = 5;

function render([title, group]: [string, readonly Example[]]): string {
  const entries = group.map((example) => {
    const settings = Object.entries(example.env ?? {}).map(([name, value]) => `${name}=${value}`);
    const all = (rendered.get(example) ?? []).map((message) => `- ${message}`);
    const messages =
      all.length > maxShown ? [...all.slice(0, 2), `- … (${all.length - 3} more)`, ...all.slice(-1)] : all;
    return ['```text', ...settings, example.request, '```', '', ...messages].join('\n');
  });
  return [`## ${title}`, ...entries].join('\n\n');
}

beforeAll(async () => {
  const server = await startExamples();
  const groups = Map.groupBy(Object.values(examples).flat(), ({ env = {} }) => JSON.stringify(env));
  for (const [env, group] of groups) {
    const messages = await server.run(JSON.parse(env), group);
    for (const [index, example] of group.entries()) rendered.set(example, messages[index] ?? []);
  }
  server.close();
}, 180_000);

test('each example has a message', () => {
  const silent = [...rendered].filter(([, messages]) => messages.length === 0).map(([{ request }]) => request);
  expect(silent).toEqual([]);
});

test('the messages are those of the committed file', async () => {
  const page = ['# Messages to clients', ...Object.entries(examples).map(render), ''].join('\n\n');
  await expect(page).toMatchFileSnapshot('messages.md');
});

const matches = (template: Template, { files = [], texts = [] }: (typeof exceptions)[number]): boolean =>
  files.includes(template.file) || texts.some((start) => template.text.startsWith(start));

test('every text of the sources that reaches clients is in a message', () => {
  const messages = [...rendered.values()].flat();
  const missing = findTemplates().filter(({ pattern }) => !messages.some((message) => pattern.test(message)));
  const unexplained = missing.filter((template) => !exceptions.some((exception) => matches(template, exception)));
  expect(unexplained.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  const isUsed = (single: (typeof exceptions)[number]) => missing.some((template) => matches(template, single));
  const unused = exceptions.flatMap(({ reason, files = [], texts = [] }) => [
    ...files.filter((file) => !isUsed({ reason, files: [file] })),
    ...texts.filter((text) => !isUsed({ reason, texts: [text] })),
  ]);
  expect(unused).toEqual([]);
});

test('every error code has an example', () => {
  const codes = [...read('docs/errors.md').matchAll(/^\| `([A-Z_]+)` \| .+ \| .+ \|$/gm)].map(([, code = '']) => code);
  const messages = [...rendered.values()].flat().join('\n');
  expect(codes.filter((code) => !messages.includes(code))).toEqual(Object.keys(codesWithoutExample));
});

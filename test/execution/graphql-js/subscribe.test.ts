/** Events of subscriptions. The cases follow the suites of graphql-js (MIT license, copyright GraphQL Contributors). */
import { buildSchema, parse } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { subscribe } from '../specification/execute-both.ts';

interface Email {
  readonly from: string;
  readonly subject: string;
  readonly unread: boolean;
}

const schema = buildSchema(`
  type Query { inbox: Inbox }
  type Subscription { importantEmail(priority: Int): EmailEvent }
  type EmailEvent { email: Email inbox: Inbox }
  type Inbox { total: Int unread: Int }
  type Email { from: String subject: String asyncSubject: String }
`);
const document = parse(`subscription ($priority: Int = 0, $isLate: Boolean = false) {
  importantEmail(priority: $priority) {
    email { from subject ... @include(if: $isLate) { asyncSubject } }
    inbox { unread total }
  }
}`);

/** Source of events, with a queue for each subscriber. */
class PubSub {
  readonly #subscribers = new Set<(email: Email) => void>();

  get size(): number {
    return this.#subscribers.size;
  }

  emit(email: Email): void {
    for (const push of this.#subscribers) push(email);
  }

  subscribe(): AsyncIterable<Email> {
    const queue: Email[] = [];
    const waiting: ((result: IteratorResult<Email>) => void)[] = [];
    const push = (value: Email) => {
      const resolve = waiting.shift();
      if (resolve === undefined) queue.push(value);
      else resolve({ done: false, value });
    };
    this.#subscribers.add(push);
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          const value = queue.shift();
          if (value !== undefined) return Promise.resolve({ done: false, value });
          if (!this.#subscribers.has(push)) return Promise.resolve({ done: true, value: undefined });
          return new Promise((resolve) => {
            waiting.push(resolve);
          });
        },
        return: async () => {
          this.#subscribers.delete(push);
          for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined });
          return { done: true, value: undefined };
        },
      }),
    };
  }
}

let pubSub: PubSub;
let emails: Email[];

beforeEach(() => {
  pubSub = new PubSub();
  emails = [{ from: 'joe@example.com', subject: 'Hello', unread: false }];
});

async function start(variableValues: Readonly<Record<string, unknown>> = {}) {
  const inbox = { total: () => emails.length, unread: () => emails.filter(({ unread }) => unread).length };
  async function* importantEmail() {
    for await (const email of pubSub.subscribe())
      yield { importantEmail: { inbox, email: { ...email, asyncSubject: async () => email.subject } } };
  }
  const results = await subscribe({ schema, document, rootValue: { importantEmail }, variableValues });
  if (!(Symbol.asyncIterator in results)) throw new Error('The subscription is rejected');
  return results[Symbol.asyncIterator]();
}

function emit(subject: string): void {
  const email = { from: 'yuzhi@example.com', subject, unread: true };
  emails.push(email);
  pubSub.emit(email);
}

const expected = (subject: string, unread: number, more: object = {}) => ({
  done: false,
  value: {
    data: {
      importantEmail: {
        email: { from: 'yuzhi@example.com', subject, ...more },
        inbox: { unread, total: unread + 1 },
      },
    },
  },
});

test('returns an event to each of several subscriptions', async () => {
  const [first, second] = [await start(), await start()];
  const results = [first.next(), second.next()];
  expect(pubSub.size).toBe(2);
  emit('Alright');
  expect(await Promise.all(results)).toEqual([expected('Alright', 1), expected('Alright', 1)]);
});

test('awaits asynchronous fields of an event', async () => {
  const results = await start({ isLate: true });
  const next = results.next();
  emit('Alright');
  expect(await next).toEqual(expected('Alright', 1, { asyncSubject: 'Alright' }));
});

test('returns a result for each event, also of those before it is requested', async () => {
  const results = await start();
  const first = results.next();
  emit('First');
  expect(await first).toEqual(expected('First', 1));
  emit('Second');
  expect(await results.next()).toEqual(expected('Second', 2));
});

test('returns results in the order of the events', async () => {
  const results = await start({ isLate: true });
  const next = [results.next(), results.next(), results.next()];
  for (const subject of ['First', 'Second', 'Third']) emit(subject);
  const subjects = (await Promise.all(next)).map(({ value }) => value?.data?.importantEmail);
  expect(subjects).toMatchObject([
    { email: { asyncSubject: 'First' } },
    { email: { asyncSubject: 'Second' } },
    { email: { asyncSubject: 'Third' } },
  ]);
});

test('returns no result after the subscription has ended', async () => {
  const results = await start();
  const first = results.next();
  emit('First');
  await first;
  await results.return?.();
  expect(pubSub.size).toBe(0);
  emit('Second');
  expect(await results.next()).toEqual({ done: true, value: undefined });
});

/** Section 6.2 of the GraphQL specification: Executing Operations. */
import { setImmediate as immediate } from 'node:timers/promises';
import { buildSchema, type ExecutionResult, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { execute } from '../../../src/execution/index.ts';
import { createSchema, executeBoth, subscribe, subscribeBoth, type TypeFunctions } from './execute-both.ts';

/** Promise of a value, after the given number of event loop iterations. */
async function delay<T>(turns: number, value: T): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await immediate();
  return value;
}

async function failAfter(turns: number, message: string): Promise<never> {
  await delay(turns, undefined);
  throw new Error(message);
}

describe('ExecuteQuery', () => {
  const schema = 'type Query { a: Int b: Int c: Int }';
  const document = '{ a b c }';

  test('passes the initial value to the root fields', async () => {
    const rootValue = { a: 1, b: 2, c: 3 };
    expect(await executeBoth({ schema, document, rootValue })).toEqual({ data: { a: 1, b: 2, c: 3 } });
  });

  test('returns null for root fields without an initial value', async () => {
    expect(await executeBoth({ schema, document })).toEqual({ data: { a: null, b: null, c: null } });
  });

  test('starts all root fields before it awaits any, and keeps their order', async () => {
    const events: string[] = [];
    const field = (name: string, turns: number) => async () => {
      events.push(`start ${name}`);
      await delay(turns, undefined);
      events.push(`end ${name}`);
      return turns;
    };
    const rootValue = { a: field('a', 3), b: field('b', 1), c: field('c', 2) };
    const result = await execute({ schema: buildSchema(schema), document: parse(document), rootValue });
    expect(events).toEqual(['start a', 'start b', 'start c', 'end b', 'end c', 'end a']);
    expect(JSON.stringify(result)).toBe('{"data":{"a":3,"b":1,"c":2}}');
  });

  test('returns data without errors if none exist, and errors with data', async () => {
    const b = () => {
      throw new Error('No b');
    };
    const result = await executeBoth({ schema, document, rootValue: { a: 1, b, c: 3 } });
    expect(result).toEqual({
      data: { a: 1, b: null, c: 3 },
      errors: [{ message: 'No b', path: ['b'], locations: [{ line: 1, column: 5 }] }],
    });
    expect(await executeBoth({ schema, document: '{ a }', rootValue: { a: 1 } })).not.toHaveProperty('errors');
  });

  test('returns null data for an error of a non-null root field', async () => {
    const result = await executeBoth({
      schema: 'type Query { a: Int! b: Int }',
      document: '{ b a }',
      rootValue: { b: 1 },
    });
    expect(result).toEqual({
      data: null,
      errors: [
        {
          message: 'Cannot return null for non-nullable field Query.a.',
          path: ['a'],
          locations: [{ line: 1, column: 5 }],
        },
      ],
    });
  });
});

describe('ExecuteMutation', () => {
  const schema =
    'type Query { a: Int } type Mutation { changeTheNumber(newNumber: Int!, turns: Int = 0, error: String): Result required: Int! } type Result { theNumber: Int late: Int }';

  /** Root value whose number changes. */
  class Numbers {
    theNumber = 0;
    readonly events: string[] = [];

    changeTheNumber({ newNumber, turns, error }: { newNumber: number; turns: number; error?: string }) {
      this.events.push(`start ${newNumber}`);
      const change = () => {
        this.theNumber = newNumber;
        this.events.push(`end ${newNumber}`);
        if (error !== undefined) throw new Error(error);
        return { theNumber: newNumber, late: () => delay(2, this.theNumber) };
      };
      return turns === 0 ? change() : delay(turns, undefined).then(change);
    }

    required() {
      this.events.push('required');
      return null;
    }
  }

  async function run(document: string) {
    const roots: Numbers[] = [];
    const createRootValue = () => {
      const root = new Numbers();
      roots.push(root);
      return root;
    };
    const result = await executeBoth({ schema, document, createRootValue });
    return { result, events: roots[0]?.events, eventsByGraphqlJs: roots[1]?.events };
  }

  test('executes the root fields one after the other', async () => {
    const { result, events, eventsByGraphqlJs } = await run(`mutation {
      first: changeTheNumber(newNumber: 1, turns: 3) { theNumber }
      second: changeTheNumber(newNumber: 3) { theNumber }
      third: changeTheNumber(newNumber: 2, turns: 1) { theNumber }
    }`);
    expect(result).toEqual({ data: { first: { theNumber: 1 }, second: { theNumber: 3 }, third: { theNumber: 2 } } });
    expect(events).toEqual(['start 1', 'end 1', 'start 3', 'end 3', 'start 2', 'end 2']);
    expect(eventsByGraphqlJs).toEqual(events);
  });

  test('completes the selection of a root field before it starts the next one', async () => {
    const { result } = await run(
      'mutation { first: changeTheNumber(newNumber: 1) { late } second: changeTheNumber(newNumber: 2) { late } }',
    );
    expect(result).toEqual({ data: { first: { late: 1 }, second: { late: 2 } } });
  });

  test('continues after a root field that fails', async () => {
    const { result, events } = await run(`mutation {
      first: changeTheNumber(newNumber: 1, error: "Thrown") { theNumber }
      second: changeTheNumber(newNumber: 2, error: "Rejected", turns: 2) { theNumber }
      third: changeTheNumber(newNumber: 3) { theNumber }
    }`);
    expect(result).toMatchObject({
      data: { first: null, second: null, third: { theNumber: 3 } },
      errors: [
        { message: 'Thrown', path: ['first'], locations: [{ line: 2, column: 7 }] },
        { message: 'Rejected', path: ['second'], locations: [{ line: 3, column: 7 }] },
      ],
    });
    expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3', 'end 3']);
  });

  test('starts no root field after one that makes the data null', async () => {
    const { result, events, eventsByGraphqlJs } = await run(
      'mutation { first: changeTheNumber(newNumber: 1) { theNumber } required second: changeTheNumber(newNumber: 2) { theNumber } }',
    );
    expect(result).toMatchObject({ data: null, errors: [{ path: ['required'] }] });
    expect(events).toEqual(['start 1', 'end 1', 'required']);
    expect(eventsByGraphqlJs).toEqual(events);
  });

  test('merges root fields of one response key into one execution', async () => {
    const { result, events } = await run(
      'mutation { changeTheNumber(newNumber: 1) { theNumber } ...F } fragment F on Mutation { changeTheNumber(newNumber: 1) { late } }',
    );
    expect(result).toEqual({ data: { changeTheNumber: { theNumber: 1, late: 1 } } });
    expect(events).toEqual(['start 1', 'end 1']);
  });

  test('returns the result immediately if no root field is asynchronous', () => {
    const document = parse('mutation { changeTheNumber(newNumber: 1) { theNumber } }');
    const result = execute({ schema: buildSchema(schema), document, rootValue: new Numbers() });
    expect(result).toEqual({ data: { changeTheNumber: { theNumber: 1 } } });
  });
});

describe('Subscription', () => {
  const sdl =
    'type Query { a: Int } type Subscription { newMessage(roomId: ID, count: Int = 2): Message! other: Int } type Message { sender: String text: String! room: ID }';
  const document = 'subscription NewMessages($count: Int) { newMessage(roomId: 123, count: $count) { sender text } }';

  type Subscriber = NonNullable<TypeFunctions['subscribe']>[string];

  async function* messages(_: unknown, { roomId, count }: { roomId?: string; count?: number }) {
    for (let index = 1; index <= (count ?? 0); index += 1)
      yield { newMessage: { sender: 'Hagrid', text: `Message ${index} in ${roomId}` } };
  }

  const schemaFor = (newMessage: Subscriber) => createSchema(sdl, { Subscription: { subscribe: { newMessage } } });

  describe('CreateSourceEventStream', () => {
    test('passes the coerced arguments, the context and the info of the field to the subscriber', async () => {
      const calls: unknown[] = [];
      const schema = schemaFor((root: unknown, args: unknown, context: unknown, { path }: { path: unknown }) => {
        calls.push([root, args, context, path]);
        return messages(root, { count: 0 });
      });
      const rootValue = { root: true };
      const contextValue = { caller: 'Hagrid' };
      await subscribeBoth({ schema, document, rootValue, contextValue, variableValues: { count: 1 } });
      const path = { prev: undefined, key: 'newMessage', typename: 'Subscription' };
      const call = [rootValue, { roomId: '123', count: 1 }, contextValue, path];
      expect(calls).toEqual([call, call]);
    });

    test('awaits the subscriber', async () => {
      const schema = schemaFor(async (root: unknown, args: { count: number }) => delay(2, messages(root, args)));
      expect(await subscribeBoth({ schema, document, variableValues: { count: 1 } })).toHaveLength(1);
    });

    test('reads a property of the root value if the field has no subscriber', async () => {
      const rootValue = { newMessage: (args: { count: number }) => messages(undefined, args) };
      expect(await subscribeBoth({ schema: sdl, document, rootValue })).toHaveLength(2);
    });

    test('uses the default subscriber of the request', async () => {
      const results = await subscribeBoth({ schema: sdl, document, subscribeFieldResolver: messages });
      expect(results).toHaveLength(2);
    });

    test('subscribes to the first included field', async () => {
      const schema = schemaFor(messages);
      const text = 'subscription { other @skip(if: true) ...F } fragment F on Subscription { newMessage { text } }';
      expect(await subscribeBoth({ schema, document: text })).toHaveLength(2);
    });

    test.each<[what: string, subscriber: () => unknown, message: string]>([
      [
        'throws',
        () => {
          throw new Error('Thrown');
        },
        'Thrown',
      ],
      ['rejects', () => failAfter(1, 'Rejected'), 'Rejected'],
      ['returns an error', () => new Error('Returned'), 'Returned'],
      ['resolves to an error', async () => new Error('Resolved'), 'Resolved'],
      ['returns no events', () => 'text', 'Subscription field must return Async Iterable. Received: "text".'],
      ['returns nothing', () => undefined, 'Subscription field must return Async Iterable. Received: undefined.'],
      ['returns a list', () => [1], 'Subscription field must return Async Iterable. Received: [1].'],
    ])('returns the error if the subscriber %s', async (_, subscriber, message) => {
      const results = await subscribeBoth({ schema: schemaFor(subscriber), document });
      expect(results).toEqual([{ errors: [{ message, path: ['newMessage'], locations: [{ line: 1, column: 41 }] }] }]);
    });

    test('rejects invalid variables', async () => {
      const results = await subscribeBoth({ schema: schemaFor(messages), document, variableValues: { count: 'x' } });
      expect(results).toEqual([
        { errors: [{ message: expect.stringContaining('$count'), locations: [{ line: 1, column: 26 }] }] },
      ]);
    });

    test('rejects invalid arguments', async () => {
      const results = await subscribeBoth({
        schema: schemaFor(messages),
        document: 'subscription { newMessage(count: "x") { text } }',
      });
      expect(results).toMatchObject([{ errors: [{ path: ['newMessage'], locations: [{ line: 1, column: 34 }] }] }]);
      expect(results[0]).not.toHaveProperty('data');
    });

    test('rejects a subscription without a root type', async () => {
      const results = await subscribeBoth({ schema: 'type Query { a: Int }', document });
      expect(results).toEqual([
        {
          errors: [
            {
              message: 'Schema is not configured to execute subscription operation.',
              locations: [{ line: 1, column: 1 }],
            },
          ],
        },
      ]);
    });
  });

  describe('MapSourceToResponseEvent and ExecuteSubscriptionEvent', () => {
    test('executes the selection for each event, which is the root value', async () => {
      expect(await subscribeBoth({ schema: schemaFor(messages), document })).toEqual([
        { data: { newMessage: { sender: 'Hagrid', text: 'Message 1 in 123' } } },
        { data: { newMessage: { sender: 'Hagrid', text: 'Message 2 in 123' } } },
      ]);
    });

    test('ends with the source', async () => {
      expect(await subscribeBoth({ schema: schemaFor(messages), document, variableValues: { count: 0 } })).toEqual([]);
    });

    test('reports errors of an event in its result, and continues', async () => {
      const schema = schemaFor(async function* () {
        yield { newMessage: { sender: new Error('No sender'), text: 'first' } };
        yield { newMessage: { sender: 'Hagrid', text: null } };
        yield { newMessage: () => failAfter(1, 'No message') };
        yield { newMessage: { sender: 'Hagrid', text: 'last' } };
      });
      const results = await subscribeBoth({ schema, document });
      expect(results).toMatchObject([
        { data: { newMessage: { sender: null, text: 'first' } }, errors: [{ path: ['newMessage', 'sender'] }] },
        { data: null, errors: [{ path: ['newMessage', 'text'] }] },
        { data: null, errors: [{ message: 'No message', path: ['newMessage'] }] },
        { data: { newMessage: { text: 'last' } } },
      ]);
    });

    test('continues after events that are not objects', async () => {
      const schema = schemaFor(async function* () {
        yield undefined;
        yield 'text';
      });
      const path = ['newMessage'];
      expect(await subscribeBoth({ schema, document })).toMatchObject([
        { data: null, errors: [{ path }] },
        { data: null, errors: [{ path }] },
      ]);
    });

    test('passes the same context to each event', async () => {
      const contextValue = { caller: 'Hagrid' };
      const schema = createSchema(sdl, {
        Subscription: { subscribe: { newMessage: messages } },
        Message: { resolve: { sender: (_, __, context) => (context === contextValue ? 'same' : 'other') } },
      });
      const results = await subscribeBoth({ schema, document: 'subscription { newMessage { sender } }', contextValue });
      expect(results.map(({ data }) => data)).toEqual([1, 2].map(() => ({ newMessage: { sender: 'same' } })));
    });
  });

  describe('Unsubscribe', () => {
    async function start(source: object) {
      const schema = schemaFor(() => source);
      const results = await subscribe({ schema, document: parse(document) });
      if (!(Symbol.asyncIterator in results)) throw new Error('The subscription is rejected');
      return results[Symbol.asyncIterator]();
    }

    test('ends the source stream', async () => {
      let isEnded = false;
      const source = (async function* () {
        try {
          for (;;) yield { newMessage: { sender: 'Hagrid', text: 'Message' } };
        } finally {
          isEnded = true;
        }
      })();
      const results = await start(source);
      const first: IteratorResult<ExecutionResult> = await results.next();
      expect(first.value).toEqual({ data: { newMessage: { sender: 'Hagrid', text: 'Message' } } });
      expect(isEnded).toBe(false);
      await results.return?.();
      expect(isEnded).toBe(true);
      expect(await results.next()).toEqual({ done: true, value: undefined });
    });

    test('ends the results of a source without return', async () => {
      const next = async () => ({ done: false, value: { newMessage: { text: 'Message' } } });
      const results = await start({ [Symbol.asyncIterator]: () => ({ next }) });
      await results.next();
      expect(await results.return?.()).toEqual({ done: true, value: undefined });
    });

    test('ends the results with the error of the source', async () => {
      const results = await start(
        (async function* () {
          yield { newMessage: { text: 'Message' } };
          throw new Error('Source failed');
        })(),
      );
      await results.next();
      await expect(results.next()).rejects.toThrow('Source failed');
      expect(await results.next()).toEqual({ done: true, value: undefined });
    });
  });
});

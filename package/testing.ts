/** `portico/testing`: a facade with a sandbox of its own, for the tests of an application. */
import { createServer } from 'node:http';
import { ConfigError } from '../src/config/environment-variables.ts';
import { isRecord } from '../src/helpers/is-record.ts';
import { suggestName } from '../src/helpers/nearest-name.ts';
import { createPortico, type PorticoOptions } from './portico.ts';
import { type Role, type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

export type { Fault, OperationId, RecordedRequest, Role, Sandbox, SandboxOptions } from './sandbox.ts';

/** Settings of the facade and of its sandbox. */
export interface TestPorticoOptions {
  /** Options of the facade. `logLevel` defaults to `silent`, `trace` to `true`. */
  readonly portico?: Omit<PorticoOptions, 'publicUrl' | 'upstreamUrl' | 'sandbox'> | undefined;
  /** Options of the sandbox. `areas` defaults to those of the facade. */
  readonly sandbox?: SandboxOptions | undefined;
}

/** Result of an operation. */
export interface TestResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A facade on a port of its own, with a sandbox of its own. */
export interface TestPortico extends AsyncDisposable {
  /** Base URL of the facade. */
  readonly url: string;
  /** URL for GraphQL over HTTP. */
  readonly endpoint: string;
  /** URL for GraphQL over WebSocket. */
  readonly webSocketEndpoint: string;
  /** The REST service behind the facade. */
  readonly sandbox: Sandbox;
  /**
   * Executes an operation over HTTP.
   * @param role role whose token is sent. Defaults to `anonymous`
   */
  query(document: string, variables?: Readonly<Record<string, unknown>>, role?: Role): Promise<TestResult>;
  /** Restores the state of the sandbox after the start. */
  reset(): void;
  /** Closes the facade and the sandbox. */
  close(): Promise<void>;
}

const optionNames = ['portico', 'sandbox'];

/** @throws ConfigError for an option that does not exist or is no object, which JavaScript does not check */
function assertOptions(options: unknown): void {
  if (!isRecord(options)) throw new ConfigError('The options must be an object with portico and sandbox');
  for (const [name, value] of Object.entries(options)) {
    if (!optionNames.includes(name))
      throw new ConfigError(`${name} is not an option${suggestName(name, optionNames)}; use portico and sandbox`);
    if (value !== undefined && !isRecord(value)) throw new ConfigError(`${name} must be an object with options`);
  }
}

/**
 * Starts a facade with a sandbox. Instances share nothing, so that any number can run in one process.
 * @throws ConfigError if an option is invalid
 */
export async function startTestPortico(options: TestPorticoOptions = {}): Promise<TestPortico> {
  assertOptions(options);
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}/`;
  const stopServer = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  let sandbox: Sandbox | undefined;
  try {
    sandbox = await startSandbox({ areas: options.portico?.areas, ...options.sandbox });
    const { tokens, reset } = sandbox;
    const defaults = { logLevel: 'silent', trace: true } as const;
    const portico = await createPortico({ ...defaults, ...options.portico, publicUrl: url, upstreamUrl: sandbox.url });
    server.on('request', (request, response) => portico.request(request, response));
    server.on('upgrade', portico.upgrade);
    const endpoint = `${url}graphql`;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= portico.close().finally(() => Promise.all([stopServer(), sandbox?.close()]));
      return closing;
    };
    return {
      url,
      endpoint,
      webSocketEndpoint: endpoint.replace('http:', 'ws:'),
      sandbox,
      async query(document, variables, role = 'anonymous') {
        if (tokens[role] === undefined)
          throw new Error(`The sandbox has no role ${role}${suggestName(role, Object.keys(tokens))}`);
        const headers = {
          'content-type': 'application/json',
          ...(role !== 'anonymous' && { 'private-token': tokens[role] }),
        };
        const body = JSON.stringify({ query: document, variables });
        const response = await fetch(endpoint, { method: 'POST', headers, body });
        const result: TestResult = JSON.parse(await response.text());
        return result;
      },
      reset,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await Promise.all([stopServer(), sandbox?.close()]);
    throw error;
  }
}

type Use<T> = (value: T) => Promise<void>;

/** Fixtures of a test. */
export interface PorticoFixtures {
  /** Facade and sandbox, in the state after their start for each test. */
  readonly portico: TestPortico;
}

/** Fixtures of a worker. */
export interface PorticoWorkerFixtures {
  /** Instance of the worker, which the fixture `portico` restores. */
  readonly porticoOfWorker: TestPortico;
}

/** Definitions of {@link PorticoFixtures} and {@link PorticoWorkerFixtures}. */
export interface PorticoFixtureDefinitions {
  readonly porticoOfWorker: [(context: object, use: Use<TestPortico>) => Promise<void>, { readonly scope: 'worker' }];
  readonly portico: (context: PorticoWorkerFixtures, use: Use<TestPortico>) => Promise<void>;
}

/**
 * Creates fixtures for `test.extend` of Vitest or Playwright. Each worker has an instance of its own, which starts when a test first uses it.
 *
 * @example
 * // Vitest
 * const test = base.extend<PorticoFixtures & PorticoWorkerFixtures>(porticoFixtures());
 * // Playwright
 * const test = base.extend<PorticoFixtures, PorticoWorkerFixtures>(porticoFixtures());
 */
export function porticoFixtures(options: TestPorticoOptions = {}): PorticoFixtureDefinitions {
  return {
    porticoOfWorker: [
      // Both runners read from the pattern which fixtures a fixture uses.
      // biome-ignore lint/correctness/noEmptyPattern: this fixture uses none
      async ({}, use) => {
        const portico = await startTestPortico(options);
        try {
          await use(portico);
        } finally {
          await portico.close();
        }
      },
      { scope: 'worker' },
    ],
    portico: async ({ porticoOfWorker }, use) => {
      porticoOfWorker.reset();
      await use(porticoOfWorker);
    },
  };
}

/** Hooks of Jest, Vitest or Mocha. */
export interface TestHooks {
  readonly beforeAll: (run: () => Promise<void>) => unknown;
  readonly beforeEach: (run: () => void) => unknown;
  readonly afterAll: (run: () => Promise<void>) => unknown;
}

/**
 * Starts a facade with a sandbox for the tests of a file, restores their state before each test, and closes them at the end.
 * @param hooks hooks of the test runner, such as those of `@jest/globals`
 * @returns a function that returns the instance, from within a hook or test
 */
export function usePortico(hooks: TestHooks, options: TestPorticoOptions = {}): () => TestPortico {
  let portico: TestPortico | undefined;
  hooks.beforeAll(async () => {
    portico = await startTestPortico(options);
  });
  hooks.beforeEach(() => portico?.reset());
  hooks.afterAll(async () => portico?.close());
  return () => {
    if (portico === undefined) throw new Error('The facade has not started; use it in a test or hook');
    return portico;
  };
}

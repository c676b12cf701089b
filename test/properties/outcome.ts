/** Results of operations in a comparable form, and checks of every result. */
import { setTimeout } from 'node:timers/promises';
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Sandbox } from '../../sandbox/index.ts';
import { asRecord } from '../../src/helpers/is-record.ts';
import type { CallRecord } from '../../src/rest/request.ts';
import type { Facade, GraphError, GraphResponse, TracedCall } from '../harness.ts';
import type { Request } from './arbitraries/assemble.ts';

/** Compared parts of a result. Lists without a defined order are sorted. */
export interface ComparedResult {
  readonly status: number;
  readonly data: unknown;
  /** Paths and codes. */
  readonly errors: readonly string[];
  /** REST calls as `GET /projects/14`. */
  readonly calls: readonly string[];
}

export interface SentResult {
  readonly status: number;
  readonly body: GraphResponse<unknown>;
}

/** Sends a request to a facade. */
export async function send(
  facade: Pick<Facade, 'url'>,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<SentResult> {
  const response = await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  });
  // URLs of downloads contain the port of the facade.
  const text = (await response.text()).replaceAll(facade.url.origin, 'http://facade.example.com');
  return { status: response.status, body: JSON.parse(text) };
}

/** Waits until no further calls arrive and all have responses. */
async function waitUntilIdle({ requests }: Sandbox): Promise<void> {
  for (let count = -1; count !== requests.length || requests.some(({ status }) => status === 0); ) {
    count = requests.length;
    await setTimeout(20);
  }
}

/** Sends a request to the only facade of a sandbox, and collects its REST calls. */
export async function sendAndCollect(
  facade: Facade,
  sandbox: Sandbox,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<ComparedResult & SentResult> {
  sandbox.clearRequests();
  const { status, body } = await send(facade, request, headers);
  // A null of a non-null field ends the response while other fields are still being read.
  if (body.errors !== undefined) await waitUntilIdle(sandbox);
  return {
    status,
    body,
    data: body.data,
    errors: (body.errors ?? []).map(({ path = [], extensions }) => `${path.join('.')} ${extensions?.code}`).sort(),
    calls: sandbox.requests.map(({ method, url }) => `${method} ${url}`).sort(),
  };
}

/** Returns the parts that must be the same in two executions of one document. */
export function toComparedResult({ status, data, errors, calls }: ComparedResult): ComparedResult {
  return { status, data, errors, calls };
}

/** Fails with all problems, if there are any. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Finds errors without a code, unexpected errors and stack traces. */
export function checkErrors(errors: readonly GraphError[] = []): readonly string[] {
  return errors.flatMap(({ message, path, extensions }) => {
    const code = extensions?.code;
    const text = JSON.stringify({ message, path, extensions });
    if (typeof code !== 'string') return [`an error without a code: ${text}`];
    if (code === 'INTERNAL_SERVER_ERROR') return [`an unexpected error: ${text}`];
    if (/\bat .*(?:\.[jt]s|node:)\S*:\d+/.test(text)) return [`a stack trace: ${text}`];
    return [];
  });
}

/** Returns the coordinates of selected fields. Fields of interfaces are included for each implementing type. */
function getSelectedFields(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const selected = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name }) {
        const parent = info.getParentType();
        if (!parent) return;
        selected.add(`${parent.name}.${name.value}`);
        if (isAbstractType(parent))
          for (const type of schema.getPossibleTypes(parent)) selected.add(`${type.name}.${name.value}`);
      },
    }),
  );
  return selected;
}

function isRoute(value: unknown): value is { readonly method: string; readonly path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/**
 * Returns the routes of a field, as `GET /projects/{id}`: those of its `@rest`, those of its type if it is a `@detail`,
 * and those of the types of its value if it has `@restOfType`.
 */
function getRoutes(schema: GraphQLSchema, coordinate: string): readonly string[] {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return [];
  const field = type.getFields()[fieldName];
  const { detail, rest, restOfType } = asRecord(field?.extensions.directives);
  const value = field && getNamedType(field.type);
  const valueTypes = isAbstractType(value) ? schema.getPossibleTypes(value) : [value];
  const types = [...(detail === undefined ? [] : [type]), ...(restOfType === undefined ? [] : valueTypes)];
  return [rest, ...types.map((each) => asRecord(each?.extensions.directives).rest)]
    .flat()
    .flatMap((route: unknown) => (isRoute(route) ? [`${route.method} ${route.path}`] : []));
}

/** Finds calls that are in no `@rest` of a selected field. */
export function findUndeclaredCalls(
  schema: GraphQLSchema,
  document: DocumentNode,
  calls: readonly Pick<CallRecord, 'field' | 'method' | 'path'>[] = [],
): readonly string[] {
  const selected = getSelectedFields(schema, document);
  return calls.flatMap(({ field, method, path }) => {
    if (!selected.has(field)) return [`${field}, which is not selected, calls ${method} ${path}`];
    if (!getRoutes(schema, field).includes(`${method} ${path}`))
      return [`@rest of ${field} does not contain ${method} ${path}`];
    return [];
  });
}

/** Call of a plan in `extensions.plan`. */
export interface PlannedCall {
  readonly method: string;
  readonly path: string;
  readonly field: string;
  readonly at: string;
  readonly times: number;
  readonly assumed: boolean;
  readonly alternatives?: readonly { readonly method: string; readonly path: string }[];
}

/** Plan in `extensions.plan`. */
export interface SerializedPlan {
  readonly worst: number;
  readonly calls: readonly PlannedCall[];
}

/** Requests the plan of an operation. `undefined` if the operation is rejected. */
export async function fetchPlan(
  facade: Facade,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<SerializedPlan | undefined> {
  const { body } = await send(facade, request, { ...headers, 'x-portico-trace': 'plan' });
  const { plan }: { readonly plan?: SerializedPlan; readonly rest?: unknown } = body.extensions ?? {};
  return plan;
}

/**
 * Finds calls that a plan does not contain or that exceed it.
 * @param bound `certain` if lists may be longer than the plan estimates, `probed` if the end of each list has to be read, too
 */
export function findUnplannedCalls(
  plan: SerializedPlan | undefined,
  calls: readonly CallRecord[] = [],
  bound: 'worst' | 'certain' | 'probed' = 'worst',
): readonly string[] {
  if (plan === undefined) return [];
  const findPlannedCalls = (route: string) =>
    plan.calls.filter((call) => [call, ...(call.alternatives ?? [])].some((each) => toRoute(each) === route));
  const unnamed = calls
    .filter((call) => findPlannedCalls(toRoute(call)).length === 0)
    .map((call) => `${call.field} called ${toRoute(call)}, which the plan does not contain`);
  const excessive = [...Map.groupBy(calls, toRoute)].flatMap(([route, { length }]) => {
    const times = findPlannedCalls(route).reduce((sum, entry) => sum + entry.times, 0);
    const isBounded = !plan.calls.some(({ assumed }) => assumed);
    return isBounded && length > (bound === 'probed' ? 2 * times : times)
      ? [`${length} calls of ${route} were made, and the plan has ${times}`]
      : [];
  });
  if (bound !== 'worst') return [...unnamed, ...excessive];
  const callsOfAssumedLists = plan.calls.reduce((sum, { assumed, times }) => (assumed ? sum + times : sum), 0);
  const maxCalls = plan.worst + Math.ceil(callsOfAssumedLists * maxListExcess);
  const excess = calls.length > maxCalls ? [`${calls.length} calls were made, and the plan has ${plan.worst}`] : [];
  return [...unnamed, ...excessive, ...excess];
}

/** Share of the random ids of an upstream that may be equal. */
const maxEqualShare = 0.1;

/**
 * Finds calls of a plan that were not made although all lists were full and no values were equal. Slices and filters of one list may contain
 * the same objects, and slices may share a call: no call is reported if an operation is planned at several response paths, or if a list was
 * read with several queries.
 * @param isConditional whether only some responses need the call, and those below it
 */
export function findUnmadeCalls(
  plan: SerializedPlan | undefined,
  calls: readonly TracedCall[] = [],
  isConditional: (call: PlannedCall) => boolean = () => false,
): readonly string[] {
  if (plan === undefined || plan.calls.some(({ assumed }) => assumed)) return [];
  const hasSharedOperation = [...Map.groupBy(plan.calls, toRoute).values()].some(
    (entries) => new Set(entries.map(({ at }) => at)).size > 1,
  );
  if (
    hasSharedOperation ||
    [...Map.groupBy(calls, ({ url }) => url?.split('?')[0]).values()].some(({ length }) => length > 1)
  )
    return [];
  const conditional = plan.calls.filter(isConditional).map(({ at }) => at);
  const isCertain = ({ at }: PlannedCall) => !conditional.some((each) => at === each || at.startsWith(`${each}.`));
  const certain = plan.calls.filter(isCertain);
  return [...Map.groupBy(certain, toRoute)].flatMap(([route, entries]) => {
    const alternatives = new Set(entries.flatMap((entry) => [entry, ...(entry.alternatives ?? [])].map(toRoute)));
    const { length } = calls.filter((call) => alternatives.has(toRoute(call)));
    const times = entries.reduce((sum, entry) => sum + entry.times, 0);
    return length < Math.floor(times * (1 - maxEqualShare))
      ? [`the plan has ${times} calls of ${route}, and ${length} were made`]
      : [];
  });
}

/** Embedded lists have at most 24 items in the sandbox. Plans assume 20. */
const maxListExcess = 0.2;

const toRoute = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

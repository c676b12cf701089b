/** What came of an operation, in a form that can be compared, and what has to hold of every one. */
import { setTimeout } from 'node:timers/promises';
import {
  type DocumentNode,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { asRecord } from '../../src/is-record.ts';
import type { CallRecord } from '../../src/rest/request.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { Facade, GraphAnswer, GraphError } from '../harness.ts';
import type { Request } from './arbitraries/assemble.ts';

/** What is compared of an execution; what has no order is sorted. */
export interface Outcome {
  readonly status: number;
  readonly data: unknown;
  /** Paths and codes. */
  readonly errors: readonly string[];
  /** REST calls as `GET /projects/14`. */
  readonly calls: readonly string[];
}

export interface Answered {
  readonly status: number;
  readonly answer: GraphAnswer<unknown>;
}

/** Asks a facade for one operation of a document. */
export async function send(
  facade: Pick<Facade, 'url'>,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const response = await fetch(new URL('/graphql', facade.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  });
  // Each facade has a port of its own, which stands in the addresses of downloads.
  const text = (await response.text()).replaceAll(facade.url.origin, 'http://facade.example.com');
  return { status: response.status, answer: JSON.parse(text) };
}

/** Waits until no more calls arrive and all are answered. */
async function quiet({ requests }: Sandbox): Promise<void> {
  for (let seen = -1; seen !== requests.length || requests.some(({ status }) => status === 0); ) {
    seen = requests.length;
    await setTimeout(20);
  }
}

/** Asks a facade before a sandbox that nobody else calls. */
export async function outcomeOf(
  facade: Facade,
  sandbox: Sandbox,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome & Answered> {
  sandbox.clearRequests();
  const { status, answer } = await send(facade, request, headers);
  // What fails where null is not allowed is answered while what stands beside it is still being read.
  if (answer.errors !== undefined) await quiet(sandbox);
  return {
    status,
    answer,
    data: answer.data,
    errors: (answer.errors ?? []).map(({ path = [], extensions }) => `${path.join('.')} ${extensions?.code}`).sort(),
    calls: sandbox.requests.map(({ method, url }) => `${method} ${url}`).sort(),
  };
}

/** What two executions of one document have to have in common. */
export function comparable({ status, data, errors, calls }: Outcome): Outcome {
  return { status, data, errors, calls };
}

/** Fails with all of the problems. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** What is wrong with the errors of an answer, whatever they are about. */
export function problemsOfErrors(errors: readonly GraphError[] = []): readonly string[] {
  return errors.flatMap(({ message, path, extensions }) => {
    const code = extensions?.code;
    const text = JSON.stringify({ message, path, extensions });
    if (typeof code !== 'string') return [`an error without a code: ${text}`];
    if (code === 'INTERNAL_SERVER_ERROR') return [`an unexpected error: ${text}`];
    if (/\bat .*(?:\.[jt]s|node:)\S*:\d+/.test(text)) return [`a stack trace: ${text}`];
    return [];
  });
}

/** Coordinates of the fields that a document selects, those of interfaces with each type that implements them. */
function selectedFields(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
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

/** The routes that `@rest` of a field names, and that of its type if the field is a `@detail`, as `GET /projects/{id}`. */
function routesOf(schema: GraphQLSchema, coordinate: string): readonly string[] {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return [];
  const { detail, rest } = asRecord(type.getFields()[fieldName]?.extensions.directives);
  const ofType = detail === undefined ? [] : [asRecord(type.extensions.directives).rest];
  return [rest, ...ofType]
    .flat()
    .flatMap((route: unknown) => (isRoute(route) ? [`${route.method} ${route.path}`] : []));
}

/** Calls that no selected field names by its `@rest`. */
export function undeclaredCalls(
  schema: GraphQLSchema,
  document: DocumentNode,
  calls: readonly CallRecord[] = [],
): readonly string[] {
  const selected = selectedFields(schema, document);
  return calls.flatMap(({ field, method, path }) => {
    if (!selected.has(field)) return [`${field}, which is not selected, calls ${method} ${path}`];
    if (!routesOf(schema, field).includes(`${method} ${path}`)) return [`${field} does not name ${method} ${path}`];
    return [];
  });
}

/** A plan as `extensions.plan` tells it. */
export interface ToldPlan {
  readonly worst: number;
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly times: number;
    readonly assumed: boolean;
  }[];
}

/** The plan of an operation; undefined where it is refused. */
export async function planOf(
  facade: Facade,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<ToldPlan | undefined> {
  const { answer } = await send(facade, request, { ...headers, 'x-portico-trace': 'plan' });
  const { plan }: { readonly plan?: ToldPlan; readonly rest?: unknown } = answer.extensions ?? {};
  return plan;
}

/** Calls that a plan does not name, or that are more than it allows. @param bound `certain` if lists may be longer than the plan estimates */
export function unplannedCalls(
  plan: ToldPlan | undefined,
  calls: readonly CallRecord[] = [],
  bound: 'worst' | 'certain' = 'worst',
): readonly string[] {
  if (plan === undefined) return [];
  const planned = Map.groupBy(plan.calls, routeOf);
  const unnamed = calls
    .filter((call) => !planned.has(routeOf(call)))
    .map((call) => `${call.field} called ${routeOf(call)}, which the plan does not name`);
  const excessive = [...Map.groupBy(calls, routeOf)].flatMap(([route, { length }]) => {
    const entries = planned.get(route) ?? [];
    const times = entries.reduce((sum, entry) => sum + entry.times, 0);
    const isBounded = !plan.calls.some(({ assumed }) => assumed);
    return isBounded && length > times ? [`${length} calls of ${route} were made, and the plan has ${times}`] : [];
  });
  if (bound === 'certain') return [...unnamed, ...excessive];
  const more = calls.length > plan.worst ? [`${calls.length} calls were made, and the plan has ${plan.worst}`] : [];
  return [...unnamed, ...excessive, ...more];
}

const routeOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

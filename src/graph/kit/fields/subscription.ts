/** Subscriptions: something that takes time, its present state first and then each change, until it is over. */
import type { OutputRef } from '@pothos/core';
import type { SchemaName, SchemaType } from '../../../contract/index.ts';
import { type SelectedField, Selection } from '../../../execution/index.ts';
import type { Violation } from '../../../rest/errors.ts';
import { buildUrl } from '../../../rest/url.ts';
import type { WatchEvent } from '../../../watch/stream.ts';
import type { Watch } from '../../../watch/watch.ts';
import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import { refuse } from '../contract/check.ts';
import { describe } from '../contract/names.ts';
import { decodeGlobalId, isGlobalId } from '../resources/global-id.ts';
import { parseReference } from '../resources/references.ts';
import { type Attributes, objectOf, type PathParameters, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { numberOf } from '../resources/retrieval.ts';
import { type Args, ofKind, type PreparedField } from './kind.ts';
import { isAssumed, LookupKind, type LookupSource } from './lookup.ts';

/** What a subscription takes as `id` whose object is the only one of a project. */
export const soleId =
  'The project, as its global id, its numeric id or its full path, or the global id of the object itself.';

/** Seconds that a subscriber may ask for. */
const [shortest, longest] = [1, 300];

const until = builder.enumType('WatchUntil', {
  description: 'When a subscription completes.',
  values: {
    TERMINAL: {
      description:
        'The subscription completes after a state that nothing follows by itself; at once where it is already reached.',
    },
    FOREVER: {
      description:
        'The subscription never completes by itself: what is over may begin again, as a pipeline that is retried does.',
    },
  },
});

builder.subscriptionType({
  description:
    'Events of things that take time. Each field gives the present state at once, then one event a change, and completes after the last one. All ' +
    'subscribers with one credential share one poll of the upstream, and what their selections have in common is read once a state. A failing ' +
    'upstream is an error of an event, after which the stream goes on; a refusal or a missing object is the last event.',
});

/** How a subscription is declared, and how its object is watched. */
export interface SubscriptionOptions<S extends SchemaName> extends Watch {
  readonly description: string;
  /** Description of the argument `id`. */
  readonly id: string;
  readonly compares: readonly (keyof SchemaType<S> & string)[];
  /** What `id` may name instead of the object: the project that the object is the only one of. */
  readonly soleOf?: ResourceType;
}

/** Whether an attribute holds one of these words, for `isOver`. */
export const holds =
  (name: string, ...words: readonly string[]) =>
  (attributes: Attributes): boolean =>
    words.some((word) => attributes[name] === word);

/** Kind of subscriptions: an object that is polled until it ends. */
export class SubscriptionKind extends LookupKind {
  readonly watch: Watch;

  constructor(watch: Watch, type: ResourceType, source: LookupSource) {
    super(type, source);
    this.watch = watch;
  }

  override prepare(field: SelectedField): PreparedField {
    const { coordinate } = field;
    const selection = field.selection.onTypeNamed(this.type.name);
    return {
      plan: super.prepare(field).plan,
      value: (event: WatchEvent, _, context) => this.#readEvent(event, context, selection, coordinate),
    };
  }

  async #readEvent(
    { attributes, error, request }: WatchEvent,
    { rest }: GraphContext,
    selection: Selection,
    field: string,
  ): Promise<Resource> {
    const { type } = this;
    const { retrieve } = type;
    if (attributes === undefined) throw error;
    const path: PathParameters = request.path ?? {};
    // A selection that shapes the call requests more than the poller.
    const wanted = retrieve?.request(path, selection);
    const polledUrl = buildUrl(request.operation, path, request.query);
    const isPolled = wanted === undefined || polledUrl === buildUrl(wanted.operation, path, wanted.query);
    const read = isPolled ? attributes : objectOf(await rest.read(wanted, field));
    return type.create(path, read, type.schema, selection);
  }
}

/** REST path parameters of what an id names. */
function locate(type: ResourceType, soleOf: ResourceType | undefined, id: string): PathParameters {
  const own = isGlobalId(id) && decodeGlobalId(id).typename === type.name;
  const [name, ...furtherNames] = type.parameters;
  if (own || name === undefined || furtherNames.length > 0) return type.pathFromId(id, ['id']);
  return { [name]: parseReference((soleOf ?? type).name, id) };
}

/** The path parameters with numbers only, so that one object is one thing to watch however it was named. */
async function canonical(
  path: PathParameters,
  owner: ResourceType | undefined,
  context: GraphContext,
  field: string,
): Promise<PathParameters> {
  const [[name, value] = []] = Object.entries(path);
  if (owner === undefined || name === undefined || typeof value !== 'string') return path;
  return { ...path, [name]: await numberOf(owner, value, ['id'], context, field) };
}

function millisecondsOf(every: number | null | undefined): number | undefined {
  if (every === null || every === undefined) return undefined;
  const violations: Violation[] = [];
  if (every < shortest) violations.push({ path: ['every'], message: `must be at least ${shortest}` });
  if (every > longest) violations.push({ path: ['every'], message: `must be at most ${longest}` });
  refuse(violations);
  return every * 1000;
}

/** Adds a subscription that follows an object. */
export function addSubscription<S extends SchemaName>(
  name: string,
  type: ResourceType<S>,
  { soleOf, description, id, ...watch }: SubscriptionOptions<S>,
): void {
  const { retrieve } = type;
  if (retrieve === undefined) throw new Error(`${type.name} cannot be watched: no call gives one`);
  const field = `Subscription.${name}`;
  const pathOf = (_: PathParameters, args: Args) => locate(type, soleOf, String(args.id));
  const kind = new SubscriptionKind(watch, type, {
    locate: pathOf,
    furtherOperations: soleOf?.detailOperations ?? type.ownerOperations,
    frequency: 'perPoll',
  });

  const target: OutputRef<unknown> = type.ref;
  builder.subscriptionField(name, (t) =>
    t.field({
      type: target,
      nullable: true,
      description: describe(description, isAssumed(type)),
      ...ofKind(kind),
      args: {
        id: t.arg.id({ required: true, description: id }),
        every: t.arg.int({
          description:
            `Seconds between two polls of the upstream, ${shortest} to ${longest}; unless given, few after a change and more while nothing ` +
            'changes. Of several subscribers to the same object, the one with the shortest interval decides.',
        }),
        until: t.arg({ type: until, defaultValue: 'TERMINAL', description: 'When the subscription completes.' }),
      },
      subscribe: async (_, args, context) => {
        const every = millisecondsOf(args.every);
        const given = pathOf({}, args);
        const path = await canonical(given, soleOf ?? type.ownerOf(given)?.type, context, field);
        const { credential, cancellation } = context.rest;
        const writtenAt = await context.watch.lastWrite(credential);
        return context.watch.follow(watch, retrieve.request(path, Selection.empty), {
          credential,
          cancellation,
          every,
          forever: args.until === 'FOREVER',
          field,
          writtenAt,
        });
      },
    }),
  );
}

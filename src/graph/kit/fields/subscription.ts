/** Subscriptions to an object that changes: its current state, then each change, until it ends. */
import type { EnumRef, OutputRef } from '@pothos/core';
import type { Contract, SchemaName, SchemaType } from '../../../contract/index.ts';
import { type SelectedField, Selection, semanticNonNullDirective } from '../../../execution/index.ts';
import { badInput } from '../../../rest/errors.ts';
import type { RestRequest } from '../../../rest/request.ts';
import { buildUrl } from '../../../rest/url.ts';
import type { WatchEvent, WatchStream } from '../../../watch/stream.ts';
import type { Watch } from '../../../watch/watch.ts';
import type { GraphContext } from '../../context.ts';
import type { Types } from '../builder.ts';
import { describe } from '../contract/names.ts';
import { createDeclaration, type Declaration, type Graph } from '../graph.ts';
import { type Attributes, type PathParameters, parseObject, type Resource } from '../resources/resource.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { loadNumber } from '../resources/retrieval.ts';
import { parseObjectId } from '../resources/singleton.ts';
import { type Args, type PreparedField, toFieldOptions } from './kind.ts';
import { isAssumed, LookupKind, type LookupSource } from './lookup.ts';

const [minIntervalSeconds, maxIntervalSeconds] = [1, 300];

/** Description of the argument `every`. */
export const intervalDescription = `Polling interval in seconds, ${minIntervalSeconds} to ${maxIntervalSeconds}.`;

export class SubscriptionRoot {
  readonly until: EnumRef<Types, WatchUntil, WatchUntil>;

  constructor({ builder }: Graph) {
    this.until = builder.enumType('WatchUntil', {
      description: 'Condition on which a subscription completes.',
      values: {
        TERMINAL: {
          description: 'The subscription completes after a final state; immediately if the object already has one.',
        },
        FOREVER: {
          description: 'The subscription never completes: an ended object can restart, such as a retried pipeline.',
        },
      },
    });
    builder.subscriptionType({
      description:
        'Events for changes of objects. Each field sends the current state immediately, then an event for each change, and completes after the final state unless `until` is `FOREVER`; lists never complete. ' +
        'By default, polls follow every few seconds, less often while nothing changes; `every` sets the interval. ' +
        'Subscribers to one object or list with one credential share its polls, at the shortest interval of any of them, and fields that they have in common are read once for each state. If the ' +
        'service fails, an event contains the error and the stream continues; a rejection or a missing object is the last event.',
    });
  }
}

type WatchUntil = 'TERMINAL' | 'FOREVER';

/** Options of a subscription and of the watch of its object. */
export interface SubscriptionOptions<S extends SchemaName> extends Watch {
  readonly description: string;
  /** Description of the argument `id`. */
  readonly id: string;
  readonly comparedAttributes: readonly (keyof SchemaType<S> & string)[];
  /** Type that `id` may identify instead: the project that has only one such object. */
  readonly singletonOf?: ResourceType;
}

/** Creates a predicate for `isOver`: whether an attribute has one of these values. */
export const hasAttributeValue =
  (name: string, ...values: readonly string[]) =>
  (attributes: Attributes): boolean =>
    values.some((value) => attributes[name] === value);

/** Kind of subscriptions: an object that is polled until it ends. */
export class SubscriptionKind extends LookupKind {
  readonly watch: Watch;

  constructor(contract: Contract, watch: Watch, type: ResourceType, source: LookupSource) {
    super(contract, type, source);
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
    { rest, part }: GraphContext,
    selection: Selection,
    field: string,
  ): Promise<Resource> {
    const { type } = this;
    const { retrieve } = type;
    if (attributes === undefined) throw error;
    const path: PathParameters = request.path ?? {};
    // A selection that adds query parameters needs a read of its own.
    const wanted = retrieve?.request(path, selection);
    const polledUrl = buildUrl(this.contract, request.operation, path, request.query);
    const isPolled =
      wanted === undefined || polledUrl === buildUrl(this.contract, wanted.operation, path, wanted.query);
    const read = isPolled ? attributes : parseObject(await rest.read(wanted, field, part));
    return type.create(path, read, type.schema, selection);
  }
}

/**
 * Replaces the path of a project or group by its number, so that all subscribers to an object share one topic.
 * @param argument name of the argument that contains the path
 */
export async function loadCanonicalPath(
  path: PathParameters,
  owner: ResourceType | undefined,
  argument: string,
  context: GraphContext,
  field: string,
): Promise<PathParameters> {
  const [[name, value] = []] = Object.entries(path);
  if (owner === undefined || name === undefined || typeof value !== 'string') return path;
  return { ...path, [name]: await loadNumber(owner, value, [argument], context, field) };
}

/** Converts an interval to milliseconds; `undefined` if absent. @throws RestError BAD_USER_INPUT if the interval is out of bounds */
export function toIntervalMs(intervalSeconds: number | null | undefined): number | undefined {
  if (intervalSeconds === null || intervalSeconds === undefined) return undefined;
  if (intervalSeconds < minIntervalSeconds || intervalSeconds > maxIntervalSeconds) {
    const message = `must be between ${minIntervalSeconds} and ${maxIntervalSeconds} seconds`;
    throw badInput([{ path: ['every'], message }]);
  }
  return intervalSeconds * 1000;
}

/** Opens a stream of the states that a request returns, with the credential of the caller. */
export async function openWatchStream(
  watch: Watch,
  request: RestRequest,
  { rest, watcher }: GraphContext,
  options: { readonly intervalMs: number | undefined; readonly forever: boolean; readonly field: string },
): Promise<WatchStream> {
  const { credential, cancellation } = rest;
  const writtenAt = await watcher.loadLastWrite(credential);
  return watcher.openStream(watch, request, { ...options, credential, cancellation, writtenAt });
}

/** Defines a subscription that follows an object. */
export function defineSubscription<S extends SchemaName>(
  name: string,
  type: ResourceType<S>,
  options: SubscriptionOptions<S>,
): Declaration {
  return createDeclaration((graph) => addSubscription(graph, name, type, options));
}

function addSubscription<S extends SchemaName>(
  graph: Graph,
  name: string,
  type: ResourceType<S>,
  { singletonOf, description, id, ...watch }: SubscriptionOptions<S>,
): void {
  const { retrieve } = type;
  if (retrieve === undefined) throw new Error(`${type.name} cannot be watched: no call returns one`);
  const field = `Subscription.${name}`;
  graph.declare(field);
  const pathOf = (_: unknown, args: Args) => parseObjectId(type, singletonOf, String(args.id));
  const kind = new SubscriptionKind(graph.contract, watch, type, {
    locate: pathOf,
    numberLookups: singletonOf?.detailOperations ?? type.ownerOperations,
    frequency: 'perPoll',
  });

  const { extensions, resolve } = toFieldOptions(kind);
  const { until } = graph.singleton(SubscriptionRoot);
  const target: OutputRef<unknown> = type;
  graph.builder.subscriptionField(name, (t) =>
    t.field({
      type: target,
      nullable: true,
      description: describe(description, isAssumed(type)),
      extensions: { ...extensions, directives: semanticNonNullDirective([0]) },
      resolve,
      args: {
        id: t.arg.id({ required: true, description: id }),
        every: t.arg.int({ description: intervalDescription }),
        until: t.arg({
          type: until,
          required: true,
          defaultValue: 'TERMINAL',
          description: 'Condition on which the subscription completes.',
        }),
      },
      subscribe: async (_, args, context) => {
        const intervalMs = toIntervalMs(args.every);
        const inputPath = pathOf({}, args);
        const owner = singletonOf ?? type.getOwner(inputPath)?.type;
        const path = await loadCanonicalPath(inputPath, owner, 'id', context, field);
        const forever = args.until === 'FOREVER';
        return openWatchStream(watch, retrieve.request(path, Selection.empty), context, { intervalMs, forever, field });
      },
    }),
  );
}

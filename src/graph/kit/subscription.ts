/** Subscriptions: something that takes time, its present state first and then each change, until it is over. */
import type { Violation } from '../../rest/errors.ts';
import { buildUrl } from '../../rest/url.ts';
import type { WatchEvent } from '../../watch/stream.ts';
import type { Watch } from '../../watch/watches.ts';
import type { GraphContext } from '../context.ts';
import { builder } from './builder.ts';
import { refuse } from './check.ts';
import { type Args, declare } from './declaration.ts';
import type { Entity } from './entity.ts';
import { decodeGlobalId, isGlobalId } from './global-id.ts';
import { type Address, objectOf } from './held.ts';
import { parseReference } from './references.ts';
import { Selection } from './selection.ts';

/** Seconds that a subscriber may ask for. */
const [shortest, longest] = [1, 300];

const until = builder.enumType('WatchUntil', {
  description: 'When a subscription completes.',
  values: {
    TERMINAL: { description: 'After a state that nothing follows by itself; at once where it is already reached.' },
    FOREVER: { description: 'Not by itself: what is over may begin again, as a pipeline that is retried does.' },
  },
});

builder.subscriptionType({
  description:
    'Things that take time. Each gives the present state at once, then one event a change, and completes after the last one. All ' +
    'subscribers with one credential share one look at the upstream, and what their selections have in common is read once a state. A failing ' +
    'upstream is an error of an event, after which the stream goes on; a refusal or a missing object is the last event.',
});

export interface SubscriptionOptions {
  readonly description: string;
  /** Description of the argument `id`. */
  readonly id: string;
  readonly watch: Watch;
  /** What `id` may name instead of the object: the project that the object is the only one of. */
  readonly soleOf?: Entity;
}

/** REST path parameters of what an id names. */
function addressOf(entity: Entity, soleOf: Entity | undefined, id: string): Address {
  const own = isGlobalId(id) && decodeGlobalId(id).typename === entity.name;
  const [key, ...furtherKeys] = entity.keys;
  if (own || key === undefined || furtherKeys.length > 0) return entity.addressOf(id, ['id']);
  return { [key]: parseReference((soleOf ?? entity).name, id) };
}

/** The address with numbers only, so that one object is one thing to watch however it was named. */
async function canonical(address: Address, owner: Entity | undefined, context: GraphContext, field: string) {
  const [[key, part] = []] = Object.entries(address);
  if (owner === undefined || key === undefined || typeof part !== 'string') return address;
  return { ...address, [key]: await owner.numberOf(part, ['id'], context, field) };
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
export function addSubscription(name: string, entity: Entity, options: SubscriptionOptions): void {
  const { watch, soleOf, description, id } = options;
  const { retrieve } = entity;
  if (retrieve === undefined) throw new Error(`${entity.name} cannot be watched: no call gives one`);
  const field = `Subscription.${name}`;
  const lookUp = (_: Address, args: Args) => addressOf(entity, soleOf, String(args.id));
  const look = (address: Address) => retrieve.request(address, Selection.empty);

  builder.subscriptionField(name, (t) =>
    t.field({
      type: entity.ref,
      nullable: true,
      description,
      ...declare({
        kind: 'lookup',
        entity,
        address: lookUp,
        addressOperations: soleOf?.detailOperations ?? entity.ownerOperations,
      }),
      args: {
        id: t.arg.id({ required: true, description: id }),
        every: t.arg.int({
          description:
            `Seconds between two looks at the upstream, ${shortest} to ${longest}; unless given, few after a change and more while nothing ` +
            'changes. Of several subscribers to the same object, the one with the shortest interval decides.',
        }),
        until: t.arg({ type: until, defaultValue: 'TERMINAL', description: 'When the subscription completes.' }),
      },
      subscribe: async (_, args, context) => {
        const every = millisecondsOf(args.every);
        const given = lookUp({}, args);
        const address = await canonical(given, soleOf ?? entity.ownerOf(given)?.entity, context, field);
        const { credential, signal } = context.rest;
        return context.watch.follow(watch, look(address), {
          credential,
          signal,
          every,
          forever: args.until === 'FOREVER',
          field,
        });
      },
      resolve: async ({ attributes, error, request }: WatchEvent, _, context, info) => {
        if (attributes === undefined) throw error;
        const address: Address = request.path ?? {};
        const selection = Selection.of(info).on(entity.typeIn(info));
        // A selection that shapes the call asks for more than the poller looks at.
        const wanted = retrieve.request(address, selection);
        const looked = buildUrl(request.operation, address, request.query);
        const more = looked !== buildUrl(wanted.operation, address, wanted.query);
        const held = more ? objectOf(await context.rest.read(wanted, field)) : attributes;
        return entity.hold(address, held, entity.schema, () => selection);
      },
    }),
  );
}

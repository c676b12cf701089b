/** Third-party tool, with the groups that are connected to it. */
import type { SchemaType } from '../../src/contract/index.ts';
import type { Loose, View } from '../kit/area.ts';
import { iso } from '../kit/clock.ts';
import { notFound } from '../kit/http-error.ts';
import { noContent, type Reply } from '../kit/reply.ts';
import { type Store, type Table, table } from '../kit/store.ts';
import { groupFor, level } from '../world/access.ts';
import { type GroupRow, groups, lineage } from '../world/groups.ts';

type ListItem = SchemaType<'GroupIntegration'>;
type EventFlag = Extract<keyof ListItem, `${string}_events`>;
type Events = { readonly [Flag in EventFlag]?: boolean };

const initialEvents: Events = {
  commit_events: true,
  push_events: true,
  issues_events: true,
  alert_events: true,
  confidential_issues_events: true,
  merge_requests_events: true,
  tag_push_events: true,
  deployment_events: false,
  note_events: true,
  confidential_note_events: true,
  pipeline_events: false,
  wiki_page_events: true,
  job_events: false,
  vulnerability_events: false,
};

/** Connection of one group. */
export interface Connection<Settings> {
  /** Id of the group. */
  readonly id: number;
  readonly integrationId: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly active: boolean;
  readonly inherited: boolean;
  readonly events: Events;
  readonly settings: Settings;
}

/** Input for the configuration of a tool. */
interface Wish<Settings> {
  readonly inherited: boolean;
  readonly events: Events;
  readonly settings: Settings;
}

/** Body members that every tool accepts, besides its own. */
export function wishOf<Body extends Events & { readonly use_inherited_settings?: boolean }>(body: Body) {
  const {
    use_inherited_settings = false,
    push_events,
    issues_events,
    confidential_issues_events,
    merge_requests_events,
    tag_push_events,
    note_events,
    confidential_note_events,
    pipeline_events,
    wiki_page_events,
    deployment_events,
    ...settings
  } = body;
  const flags = {
    push_events,
    issues_events,
    confidential_issues_events,
    merge_requests_events,
    tag_push_events,
    note_events,
    confidential_note_events,
    pipeline_events,
    wiki_page_events,
    deployment_events,
  };
  const events: Events = Object.fromEntries(Object.entries(flags).filter(([, flag]) => flag !== undefined));
  return { inherited: use_inherited_settings, events, settings };
}

type GroupCall = View & { readonly path: { readonly id: number | string } };

export class Tool<Settings extends object> {
  readonly slug: string;
  readonly #title: string;
  readonly #connections: (store: Store) => Table<Connection<Settings | Record<string, never>>>;

  /** @param seed settings of the group `meridian`, and whether they are active */
  constructor(slug: string, title: string, seed?: { readonly active: boolean; readonly settings: Settings }) {
    this.slug = slug;
    this.#title = title;
    this.#connections = table(`${slug} integrations`, ({ store, table: rows }) => {
      if (seed === undefined) return;
      const [id, integrationId] = [9, store.next('integrations')];
      const times = { createdAt: store.startedAt, updatedAt: store.startedAt };
      rows.put({ id, integrationId, ...times, inherited: false, events: {}, ...seed });
    });
  }

  /** Active connection of a group in the form of lists; `undefined` if none exists. */
  active(view: View, group: GroupRow): { readonly id: number; readonly item: Loose<ListItem> } | undefined {
    const row = this.#connections(view.store).get(group.id);
    return row?.active ? { id: row.integrationId, item: this.#listItem(row) } : undefined;
  }

  read(call: GroupCall) {
    const row = this.#connections(call.store).get(groupFor(call, call.path.id, level.maintainer).id);
    if (row === undefined) throw notFound('Integration');
    return this.#detail(call, row);
  }

  set(call: GroupCall, { inherited, events, settings }: Wish<Settings>) {
    const { store } = call;
    const { id } = groupFor(call, call.path.id, level.maintainer);
    const before = this.#connections(store).get(id);
    const now = store.now();
    const row = this.#connections(store).put({
      id,
      integrationId: before?.integrationId ?? store.next('integrations'),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      active: true,
      inherited,
      events: { ...before?.events, ...events },
      settings: { ...before?.settings, ...settings },
    });
    return this.#detail(call, row);
  }

  /** Disables the tool and deletes its settings. */
  disable(call: GroupCall): Reply<never> {
    const rows = this.#connections(call.store);
    const row = rows.get(groupFor(call, call.path.id, level.maintainer).id);
    if (row === undefined) throw notFound('Integration');
    rows.put({ ...row, active: false, inherited: false, events: {}, settings: {}, updatedAt: call.store.now() });
    return noContent();
  }

  #detail(view: View, row: Connection<Settings | Record<string, never>>) {
    const from = row.inherited ? (this.#inheritedFrom(view, row) ?? row) : row;
    return { ...this.#listItem(row), properties: from.settings };
  }

  /** Settings of the nearest ancestor group. */
  #inheritedFrom({ store }: View, { id }: { readonly id: number }) {
    const group = groups(store).get(id);
    const above = group ? [...lineage(store, group)].slice(1) : [];
    return above
      .map((each) => this.#connections(store).get(each.id))
      .find((row) => row?.active === true && !row.inherited);
  }

  #listItem(row: Connection<unknown>): Loose<ListItem> {
    return {
      id: row.integrationId,
      title: this.#title,
      slug: this.slug,
      created_at: iso(row.createdAt),
      updated_at: iso(row.updatedAt),
      active: row.active,
      inherited: row.inherited,
      comment_on_event_enabled: true,
      ...initialEvents,
      ...row.events,
    };
  }
}

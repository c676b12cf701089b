/** The page: lists the latest pipelines of a project, follows those that are under way, and retries one on demand. */
import { type Connection, connect } from './client.ts';
import type { PipelinesQuery } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

const pipelinesQuery = graphql(`
  query Pipelines($project: ID!) {
    project(id: $project) {
      id
      fullPath
      pipelines(first: 10) {
        nodes {
          id
          databaseId
          ref
          status
          createdAt
        }
      }
    }
  }
`);

const pipelineStatus = graphql(`
  subscription PipelineStatus($id: ID!) {
    pipeline(id: $id) {
      id
      status
    }
  }
`);

const pipelineRetry = graphql(`
  mutation PipelineRetry($id: ID!) {
    pipelineRetry(input: { id: $id }) {
      pipeline {
        id
        status
      }
      errors {
        message
      }
    }
  }
`);

type Pipelines = NonNullable<NonNullable<PipelinesQuery['project']>['pipelines']>;
type Pipeline = NonNullable<NonNullable<NonNullable<Pipelines>['nodes']>[number]>;

const settings = new URLSearchParams(location.search);
const url = settings.get('endpoint') ?? 'http://localhost:4000/graphql';

/** Statuses that pass on to another one by themselves. */
const activeStatuses = new Set(['CREATED', 'WAITING_FOR_RESOURCE', 'PREPARING', 'PENDING', 'RUNNING', 'CANCELING']);
const retryable = new Set(['FAILED', 'CANCELED']);

/** A status as people read it: `WAITING_FOR_RESOURCE` is "Waiting for resource". */
const nameOf = (status: string) => status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');

function element<E extends HTMLElement>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}`);
  return found;
}

const form = element('form', HTMLFormElement);
const message = element('[role=status]', HTMLElement);
const table = element('table', HTMLElement);
const rows = element('tbody', HTMLElement);

/** State of the page for the selected project. */
class View {
  readonly #connection: Connection;
  readonly #list: { unsubscribe(): void };
  readonly #followed = new Map<string, { unsubscribe(): void }>();

  constructor(project: string, token: string) {
    this.#connection = connect({ url, token, persisted: settings.has('persisted') });
    this.#list = this.#connection.client.query(pipelinesQuery, { project }).subscribe(({ data, error }) => {
      message.textContent =
        error?.message ?? (data?.project ? data.project.fullPath : 'There is no such project') ?? '';
      this.#show((data?.project?.pipelines?.nodes ?? []).filter((pipeline) => pipeline !== null));
    });
  }

  close(): void {
    this.#list.unsubscribe();
    for (const each of this.#followed.values()) each.unsubscribe();
    this.#connection.close();
  }

  #show(pipelines: readonly Pipeline[]): void {
    table.hidden = pipelines.length === 0;
    rows.replaceChildren(...pipelines.map((pipeline) => this.#row(pipeline)));
    for (const { id, status } of pipelines) if (activeStatuses.has(status ?? '')) this.#follow(id);
  }

  #row({ id, databaseId, ref, status, createdAt }: Pipeline): HTMLElement {
    const row = document.createElement('tr');
    row.classList.toggle('live', activeStatuses.has(status ?? ''));
    for (const text of [`#${databaseId}`, ref ?? '']) row.insertCell().textContent = text;
    const badge = document.createElement('span');
    badge.textContent = nameOf(status ?? 'UNKNOWN');
    const statusCell = row.insertCell();
    statusCell.dataset.status = status ?? '';
    statusCell.append(badge);
    const created = document.createElement('time');
    created.dateTime = createdAt ?? '';
    created.textContent = createdAt ? new Date(createdAt).toLocaleString() : '';
    row.insertCell().append(created);
    row.insertCell().append(...(retryable.has(status ?? '') ? [this.#retryButton(id)] : []));
    return row;
  }

  #retryButton(id: string): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Retry';
    button.addEventListener('click', async () => {
      button.disabled = true;
      await this.#retry(id);
      button.disabled = false;
    });
    return button;
  }

  /** Each event goes into the cache, which brings the list up to date. */
  #follow(id: string): void {
    if (this.#followed.has(id)) return;
    const events = this.#connection.client.subscription(pipelineStatus, { id }).subscribe(({ data, error }) => {
      if (error) message.textContent = error.message;
      if (activeStatuses.has(data?.pipeline?.status ?? '')) return;
      this.#followed.get(id)?.unsubscribe();
      this.#followed.delete(id);
    });
    this.#followed.set(id, events);
  }

  async #retry(id: string): Promise<void> {
    const { data, error } = await this.#connection.client.mutation(pipelineRetry, { id }).toPromise();
    const [refusal] = data?.pipelineRetry?.errors ?? [];
    const problem = error?.message ?? refusal?.message;
    if (problem !== undefined) message.textContent = problem;
  }
}

let view: View | undefined;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  view?.close();
  view = new View(String(fields.get('project')), String(fields.get('token')));
});
form.requestSubmit();

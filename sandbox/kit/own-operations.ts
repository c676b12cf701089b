/** Operations of areas of operators and embedders, with the data of one sandbox. */
import {
  type AreaSandbox,
  SandboxError,
  type SandboxNamespace,
  type SandboxResponder,
} from '../../src/contract/area-sandbox.ts';
import type { Contract, Operation, OperationId } from '../../src/contract/index.ts';
import { memoize } from '../../src/helpers/memoize.ts';
import { suggestName } from '../../src/helpers/nearest-name.ts';
import { groupLevel, projectLevel, visibleGroup, visibleProject } from '../world/access.ts';
import { fullPath } from '../world/groups.ts';
import { projectPath } from '../world/projects.ts';
import type { ReceivedCall, View } from './area.ts';
import { HttpError } from './http-error.ts';
import { Listing } from './reply.ts';
import type { Store } from './store.ts';
import { isTree } from './wire.ts';

/** Area with a contract of its own. */
export interface OwnArea {
  readonly name: string;
  readonly contract?: Contract;
  readonly sandbox?: AreaSandbox;
}

function toProject(view: View, idOrPath: number | string): SandboxNamespace {
  const row = visibleProject(view, idOrPath);
  return {
    id: row.id,
    name: row.name,
    fullPath: projectPath(view.store, row),
    accessLevel: projectLevel(view, row),
  };
}

function toGroup(view: View, idOrPath: number | string): SandboxNamespace {
  const row = visibleGroup(view, idOrPath);
  return { id: row.id, name: row.name, fullPath: fullPath(view.store, row), accessLevel: groupLevel(view, row) };
}

/** Id or path in a path below a prefix such as `/projects/{id}`. */
function findAddress({ path }: Operation, prefix: string, values: unknown): number | string | undefined {
  if (!path.startsWith(prefix) || !isTree(values)) return undefined;
  const { id } = values;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}

function toListing(items: readonly unknown[]): Listing<unknown> {
  const idAt = (index: number): number | string | undefined => {
    const item = items[index];
    const id = isTree(item) ? item.id : undefined;
    return typeof id === 'number' || typeof id === 'string' ? id : index;
  };
  return new Listing(items.length, (start, end) => items.slice(start, end), idAt, undefined);
}

/** @throws Error if two areas handle one operation, or one of the standard contract */
function findAreas(areas: readonly OwnArea[], contract: Contract, documented: ReadonlySet<string>) {
  const byOperation = new Map<string, AreaSandbox>();
  for (const { name, sandbox } of areas) {
    if (sandbox === undefined) continue;
    for (const id of sandbox.operations) {
      const ids = [...contract.operations.keys()];
      if (!ids.some((existing) => existing === id))
        throw new Error(`The area ${name} handles ${id} in the sandbox, which no contract has${suggestName(id, ids)}`);
      if (byOperation.has(id) || documented.has(id)) throw new Error(`Two areas handle ${id} in the sandbox`);
      byOperation.set(id, sandbox);
    }
  }
  return byOperation;
}

export class OwnOperations {
  readonly #areas: ReadonlyMap<string, AreaSandbox>;
  readonly #getResponders = memoize((_: Store) => memoize((area: AreaSandbox) => area.start()));

  /** @param documented operations that have handlers already */
  constructor(areas: readonly OwnArea[], contract: Contract, documented: ReadonlySet<string>) {
    this.#areas = findAreas(areas, contract, documented);
  }

  has(id: OperationId): boolean {
    return this.#areas.has(id);
  }

  /** Returns the body of the response, or the list that it is a page of. @throws HttpError for an error response */
  async handle<O extends OperationId>(operation: Operation, id: O, call: ReceivedCall<O>): Promise<unknown> {
    const { store, caller, path, query, body } = call;
    const { user } = caller;
    const projectAddress = findAddress(operation, '/projects/{id}', path);
    const groupAddress = findAddress(operation, '/groups/{id}', path);
    const project = projectAddress === undefined ? undefined : toProject(call, projectAddress);
    const group = groupAddress === undefined ? undefined : toGroup(call, groupAddress);
    try {
      const result: unknown = await this.#getResponder(store, id)?.(id, {
        path,
        query,
        body,
        user: user && { id: user.id, username: user.username, name: user.name, isAdministrator: user.admin },
        project,
        group,
        now: store.now(),
      });
      return operation.list && Array.isArray(result) ? toListing(result) : result;
    } catch (error) {
      if (error instanceof SandboxError) throw new HttpError(error.status, { message: error.message });
      throw error;
    }
  }

  #getResponder(store: Store, id: OperationId): SandboxResponder | undefined {
    const area = this.#areas.get(id);
    return area && this.#getResponders(store)(area);
  }
}

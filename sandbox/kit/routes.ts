/** Router for the path templates of the contract. */
import type { Contract, Operation } from '../../src/contract/index.ts';

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly operations: Map<string, { readonly operation: Operation; readonly template: string }>;
}

/** Path template of an operation. */
export type TemplateOf = (operation: Operation) => string;

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, operations: new Map() });

function plant({ operations }: Contract, templateOf: TemplateOf): Node {
  const root = newNode();
  for (const operation of operations.values()) {
    const template = templateOf(operation);
    let node = root;
    for (const segment of template.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        node.parameter ??= newNode();
        node = node.parameter;
      } else {
        const next = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    node.operations.set(operation.method, { operation, template });
  }
  return root;
}

/** Operation of a request, with its path parameters as they were sent. */
export interface Route {
  readonly operation: Operation;
  readonly rawParameters: Readonly<Record<string, string>>;
}

/** Result for a request without an operation: the methods that its path has; empty if the path is unknown. */
export type Miss = { readonly allowed: readonly string[] };

/** Generates the nodes that match a path. Literal segments have priority over parameters. */
function* walk(node: Node, segments: readonly string[], depth: number): Generator<Node> {
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.operations.size > 0) yield node;
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) yield* walk(literal, segments, depth + 1);
  if (node.parameter && segment !== '') yield* walk(node.parameter, segments, depth + 1);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Routes of all operations of a contract. */
export class Router {
  readonly #root: Node;

  constructor(contract: Contract, templateOf: TemplateOf = ({ path }) => path) {
    this.#root = plant(contract, templateOf);
  }

  /** Splits the path before decoding it, so that `group%2Fname` is one parameter and `group/name` is another route. */
  find(method: string, path: string): Route | Miss {
    const segments = path.split('/').slice(1);
    const allowed = new Set<string>();
    for (const node of walk(this.#root, segments, 0)) {
      const entry = node.operations.get(method);
      if (entry === undefined) {
        for (const other of node.operations.keys()) allowed.add(other);
        continue;
      }
      const { operation, template } = entry;
      const names = template.split('/').slice(1);
      const rawParameters: Record<string, string> = {};
      names.forEach((name, index) => {
        if (name.startsWith('{')) rawParameters[name.slice(1, -1)] = segments[index] ?? '';
      });
      return { operation, rawParameters };
    }
    return { allowed: [...allowed] };
  }
}

/** Returns the decoded path parameters of a route. */
export function getPathParameters({ rawParameters }: Route): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(rawParameters).map(([name, segment]) => [name, decode(segment)]));
}

/** Whether the result of a router is a route. */
export function isRoute(match: Route | Miss): match is Route {
  return 'operation' in match;
}

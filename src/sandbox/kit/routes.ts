/** Finds the operation of a request by the path templates of the contract. */
import { type Operation, operations } from '../../contract/index.ts';

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly operations: Map<string, { readonly operation: Operation; readonly template: string }>;
}

/** Path template of an operation. */
export type TemplateOf = (operation: Operation) => string;

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, operations: new Map() });

function plant(templateOf: TemplateOf): Node {
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

/** The operation that a request addresses and its path parameters, as they came. */
export interface Route {
  readonly operation: Operation;
  readonly rawParameters: Readonly<Record<string, string>>;
}

/** Whether nothing is at a path, or only other methods are. */
export type Miss = { readonly allowed: readonly string[] };

/** Nodes below which a path may lie; literal segments are tried before parameters. */
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

/** The routes of all operations. */
export class Router {
  readonly #root: Node;

  constructor(templateOf: TemplateOf = ({ path }) => path) {
    this.#root = plant(templateOf);
  }

  /** Segments are told apart before they are decoded, so that `group%2Fname` is one parameter and `group/name` another route. */
  find(method: string, path: string): Route | Miss {
    const segments = path.split('/').slice(1);
    const allowed = new Set<string>();
    for (const node of walk(this.#root, segments, 0)) {
      const found = node.operations.get(method);
      if (found === undefined) {
        for (const other of node.operations.keys()) allowed.add(other);
        continue;
      }
      const { operation, template } = found;
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

/** The path parameters of a route, decoded. */
export function pathParametersOf({ rawParameters }: Route): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(rawParameters).map(([name, segment]) => [name, decode(segment)]));
}

/** Narrows what a router found. */
export function isRoute(found: Route | Miss): found is Route {
  return 'operation' in found;
}

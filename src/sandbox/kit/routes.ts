/** Finds the operation of a request by the path templates of the contract. */
import { type Operation, operations } from '../../contract/index.ts';

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly operations: Map<string, Operation>;
}

const newNode = (): Node => ({ literals: new Map(), parameter: undefined, operations: new Map() });

function plant(): Node {
  const root = newNode();
  for (const operation of operations.values()) {
    let node = root;
    for (const segment of operation.path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        node.parameter ??= newNode();
        node = node.parameter;
      } else {
        const next = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      }
    }
    node.operations.set(operation.method, operation);
  }
  return root;
}

const root = plant();

/** The operation that a request addresses and its path parameters, decoded. */
export interface Route {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
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

/** Segments are told apart before they are decoded, so that `group%2Fname` is one parameter and `group/name` another route. */
export function findRoute(method: string, path: string): Route | Miss {
  const segments = path.split('/').slice(1);
  const allowed = new Set<string>();
  for (const node of walk(root, segments, 0)) {
    const operation = node.operations.get(method);
    if (operation === undefined) {
      for (const other of node.operations.keys()) allowed.add(other);
      continue;
    }
    const names = operation.path.split('/').slice(1);
    const pathParameters: Record<string, string> = {};
    names.forEach((name, index) => {
      if (name.startsWith('{')) pathParameters[name.slice(1, -1)] = decode(segments[index] ?? '');
    });
    // The documents want the underscores of such a parameter encoded: as they are, they lead nowhere.
    const lost = operation.pathParameters.some(
      ({ name, encodeUnderscore }) => encodeUnderscore && segments[names.indexOf(`{${name}}`)]?.includes('_'),
    );
    if (!lost) return { operation, pathParameters };
  }
  return { allowed: [...allowed] };
}

/** Narrows what `findRoute` found. */
export function isRoute(found: Route | Miss): found is Route {
  return 'operation' in found;
}

/** Responses of an upstream that differ from the contract in single values, the same for each call of one URL. */
import fc from 'fast-check';
import { otherForms } from './breaks.ts';

const kinds = ['null', 'remove', 'otherForm', 'repeat', 'empty', 'swap', 'retype'] as const;
type Kind = (typeof kinds)[number];

/** Selection and form of altered responses. */
export interface Alteration {
  readonly seed: number;
  /** Altered values per thousand. */
  readonly density: number;
  /** URLs per hundred at which calls fail. */
  readonly failing: number;
  readonly kinds: readonly Kind[];
  /** Whether lists have no page headers. */
  readonly isUnmarked: boolean;
}

export const anyAlteration: fc.Arbitrary<Alteration> = fc.record({
  seed: fc.nat(1_000_000),
  density: fc.constantFrom(1, 5, 20, 100),
  failing: fc.constantFrom(0, 0, 10, 30),
  kinds: fc.subarray([...kinds], { minLength: 1 }),
  isUnmarked: fc.boolean(),
});

/** Returns a number below `limit` that depends only on the seed and the name. */
export function pseudoRandom(seed: number, name: string, limit: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let index = 0; index < name.length; index += 1) state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0) % limit;
}

/** Failed calls, also with status 200 and an invalid body. */
const failures: readonly AlterableResponse[] = [
  ...[403, 404, 500, 401].map((status) => ({ status, body: '{"message":"m"}' })),
  ...['null', '{}', '', '{"error":"e"}'].map((body) => ({ status: 200, body })),
  { status: 204, body: '' },
];

/** Marks an omitted value. */
const omitted = Symbol('omitted');

class Alterer {
  readonly #alteration: Alteration;
  readonly #url: string;

  constructor(alteration: Alteration, url: string) {
    this.#alteration = alteration;
    this.#url = url;
  }

  /** Returns the value or an alteration of it. @param siblings values of the same list or object */
  alter(value: unknown, path: string, siblings: readonly unknown[]): unknown {
    const { density, kinds: possible } = this.#alteration;
    const kind =
      this.#pseudoRandom('change', path, 1000) < density
        ? possible[this.#pseudoRandom('kind', path, possible.length)]
        : '';
    if (kind === 'null') return null;
    if (kind === 'remove') return omitted;
    if (kind === 'otherForm') return otherForms[this.#pseudoRandom('otherForm', path, otherForms.length)];
    if (kind === 'swap') return siblings[this.#pseudoRandom('swap', path, siblings.length)];
    if (kind === 'empty') return Array.isArray(value) ? [] : typeof value === 'object' ? {} : '';
    if (kind === 'retype' && typeof value === 'string') return value.length;
    if (kind === 'retype' && typeof value === 'number') return String(value);
    return this.#alterMembers(kind === 'repeat' && Array.isArray(value) ? [...value, ...value] : value, path);
  }

  #alterMembers(value: unknown, path: string): unknown {
    if (Array.isArray(value))
      return value.map((item, index) => this.alter(item, `${path}.${index}`, value)).filter((item) => item !== omitted);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    const siblings = Object.values(value);
    return Object.fromEntries(
      members
        .map(([name, member]) => [name, this.alter(member, `${path}.${name}`, siblings)] as const)
        .filter(([, member]) => member !== omitted),
    );
  }

  #pseudoRandom(about: string, path: string, sides: number): number {
    return pseudoRandom(this.#alteration.seed, `${about} ${this.#url} ${path}`, sides);
  }
}

export interface AlterableResponse {
  readonly status: number;
  readonly body: string;
}

/** Alters a response. @param body must be JSON if it is altered */
export function alterResponse(
  alteration: Alteration | undefined,
  url: string,
  { status, body }: AlterableResponse,
): AlterableResponse {
  if (alteration === undefined || status !== 200) return { status, body };
  const { seed, failing } = alteration;
  if (pseudoRandom(seed, `fail ${url}`, 100) < failing)
    return failures[pseudoRandom(seed, `status ${url}`, failures.length)] ?? { status, body };
  const changed = new Alterer(alteration, url).alter(JSON.parse(body), '', [null]);
  return { status, body: changed === omitted ? '' : JSON.stringify(changed) };
}

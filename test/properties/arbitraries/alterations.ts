/** Responses of an upstream that differ from the contract in single values, the same for each call of one URL. */
import fc from 'fast-check';
import { otherForms } from './breaks.ts';

const kinds = ['null', 'remove', 'odd', 'repeat', 'empty', 'swap', 'retype'] as const;
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

/** Returns a number below `sides` that depends only on the seed and the name. */
export function dice(seed: number, name: string, sides: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let index = 0; index < name.length; index += 1) state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return ((state ^ (state >>> 13)) >>> 0) % sides;
}

/** Failures of calls. A success among them has a meaningless response. */
const failures: readonly Answer[] = [
  ...[403, 404, 500, 401].map((status) => ({ status, body: '{"message":"m"}' })),
  ...['null', '{}', '', '{"error":"e"}'].map((body) => ({ status: 200, body })),
  { status: 204, body: '' },
];

/** Marks an omitted value. */
const nothing = Symbol('nothing');

class Changes {
  readonly #alteration: Alteration;
  readonly #url: string;

  constructor(alteration: Alteration, url: string) {
    this.#alteration = alteration;
    this.#url = url;
  }

  /** @param beside sibling values */
  of(value: unknown, path: string, beside: readonly unknown[]): unknown {
    const { density, kinds: possible } = this.#alteration;
    const kind = this.#dice('change', path, 1000) < density ? possible[this.#dice('kind', path, possible.length)] : '';
    if (kind === 'null') return null;
    if (kind === 'remove') return nothing;
    if (kind === 'odd') return otherForms[this.#dice('odd', path, otherForms.length)];
    if (kind === 'swap') return beside[this.#dice('swap', path, beside.length)];
    if (kind === 'empty') return Array.isArray(value) ? [] : typeof value === 'object' ? {} : '';
    if (kind === 'retype' && typeof value === 'string') return value.length;
    if (kind === 'retype' && typeof value === 'number') return String(value);
    return this.#below(kind === 'repeat' && Array.isArray(value) ? [...value, ...value] : value, path);
  }

  #below(value: unknown, path: string): unknown {
    if (Array.isArray(value))
      return value.map((item, index) => this.of(item, `${path}.${index}`, value)).filter((item) => item !== nothing);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    const beside = Object.values(value);
    return Object.fromEntries(
      members
        .map(([name, member]) => [name, this.of(member, `${path}.${name}`, beside)] as const)
        .filter(([, member]) => member !== nothing),
    );
  }

  #dice(about: string, path: string, sides: number): number {
    return dice(this.#alteration.seed, `${about} ${this.#url} ${path}`, sides);
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Alters a response. @param body must be JSON if it is altered */
export function altered(alteration: Alteration | undefined, url: string, { status, body }: Answer): Answer {
  if (alteration === undefined || status !== 200) return { status, body };
  const { seed, failing } = alteration;
  if (dice(seed, `fail ${url}`, 100) < failing)
    return failures[dice(seed, `status ${url}`, failures.length)] ?? { status, body };
  const changed = new Changes(alteration, url).of(JSON.parse(body), '', [null]);
  return { status, body: changed === nothing ? '' : JSON.stringify(changed) };
}

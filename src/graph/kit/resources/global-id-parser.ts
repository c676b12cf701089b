/** Global ids and path parameters of a resource type in inputs. */
import { badInput, type Violation } from '../../../rest/errors.ts';
import { findSegmentViolation } from '../../../rest/url.ts';
import { humanizeTypeName, withArticle } from '../contract/names.ts';
import { assertOwnId, decodeGlobalId, decodePath, encodeGlobalId, isGlobalId } from './global-id.ts';
import { type PathParameterTypes, toParameter } from './path-parameter-types.ts';
import { ambiguousNumberMessage, isAmbiguousNumber } from './references.ts';
import type { Attributes, PathParameters } from './resource.ts';
import { type PlannedPath, ResponseValue } from './response-value.ts';

/** Options of a resource type that determine its global ids. */
export interface GlobalIdOptions<Name extends string = string> {
  /** Name of the GraphQL type. */
  readonly name: string;
  /** Names of the REST path parameters, in the order of the global id. */
  readonly parameters: readonly [Name, ...Name[]];
  /** Parameter that is first in the global id. Defaults to the first parameter. */
  readonly idPrefix?: Name;
  /** Whether some objects belong to the whole instance and lack the first parameter. */
  readonly instanceWide?: boolean;
  /** Returns the attributes that path parameters determine, such as the number of the object. */
  getAttributesFor(path: PathParameters): Attributes;
}

/** Parser of the global ids of one resource type. */
export class GlobalIdParser<Name extends string> {
  /** Path parameters in the order of the global id. */
  readonly parameters: readonly Name[];
  readonly #options: GlobalIdOptions<Name>;
  readonly #types: PathParameterTypes;
  readonly #owners: readonly string[];
  readonly #first: Name;
  readonly #last: Name;
  #cachedNumbers: ReadonlySet<string> | undefined;
  #cachedExpectedId: string | undefined;

  /** @param owners names of the types that the first path parameter may identify; none if it identifies the object */
  constructor(options: GlobalIdOptions<Name>, types: PathParameterTypes, owners: readonly string[]) {
    const { parameters, idPrefix } = options;
    this.#options = options;
    this.#types = types;
    this.#owners = owners;
    this.#first = parameters[0];
    this.#last = parameters.at(-1) ?? this.#first;
    this.parameters =
      idPrefix === undefined ? parameters : [idPrefix, ...parameters.filter((name) => name !== idPrefix)];
  }

  /** Decodes the path parameters at the end of a global id; `undefined` if they cannot be those of the type. */
  decode(encoded: string): PathParameters<Name> | undefined {
    const parts = decodePath(encoded);
    const missing = this.parameters.length - (parts?.length ?? 0);
    if (parts === undefined || (missing !== 0 && !(missing === 1 && this.#options.instanceWide))) return undefined;
    const path: Record<string, string | number> = {};
    let index = 0;
    for (const name of this.parameters) {
      if (missing !== 0 && name === this.#first) continue;
      const part = parts[index];
      // The upstream would read it as a number, although it identifies a project, group or user otherwise.
      if (name === 'id' && isAmbiguousNumber(toParameter(part))) return undefined;
      path[name] = this.#types.convert(name, part);
      index += 1;
      if (typeof path[name] === 'string' && this.#numbers.has(name)) return undefined;
    }
    // The path has exactly the parameters of the type, which the compiler cannot infer.
    return path as PathParameters<Name>;
  }

  /** @throws RestError BAD_USER_INPUT if it is not the global id of an object of the type */
  parse(globalId: string, inputPath: Violation['path']): PathParameters<Name> {
    const { name: typeName } = this.#options;
    const { typename, id } = decodeGlobalId(globalId, inputPath, this.#expectedId);
    const reject = (expected: string) =>
      badInput([{ path: inputPath, message: `must be the global id of ${expected}` }]);
    if (typename !== typeName) throw reject(`${withArticle(typeName)}, not of ${withArticle(typename)}`);
    const path = this.decode(id);
    if (path === undefined) throw reject(this.#expectedId);
    for (const name of this.parameters) {
      const value: string | number | undefined = path[name];
      const problem = typeof value === 'string' ? findSegmentViolation(name, value) : undefined;
      if (problem !== undefined) throw reject(`${this.#expectedId}; ${this.#describeParameter(name)} ${problem}`);
    }
    return path;
  }

  /**
   * Parses the last path parameter, or a global id that contains it.
   * @param above the preceding path parameters
   * @throws RestError BAD_USER_INPUT if it is the global id of an object elsewhere
   */
  parseParameterBelow(above: PlannedPath, text: string, inputPath: Violation['path']): string | number {
    if (!isGlobalId(text)) return this.#parseLastParameter(text, inputPath);
    const path: PathParameters = this.parse(text, inputPath);
    const differs = ([name, value]: [string, unknown]) => {
      // A path and a number may identify the same project or group; the upstream decides.
      const comparable = name !== this.#first || (typeof value === 'number' && typeof path[name] === 'number');
      return !(value instanceof ResponseValue) && comparable && path[name] !== value;
    };
    if (Object.entries(above).some(differs))
      throw badInput([
        {
          path: inputPath,
          message: `must be the global id of ${withArticle(this.#options.name)} of the object that the field belongs to: ${this.#describeForm(above)}`,
        },
      ]);
    return path[this.#last] ?? '';
  }

  /** Like `parseParameterBelow`, for parameters that are numbers. */
  parseNumberBelow(above: PlannedPath, text: string, inputPath: Violation['path']): number {
    const parameter = this.parseParameterBelow(above, text, inputPath);
    if (typeof parameter === 'number') return parameter;
    throw badInput([
      { path: inputPath, message: `must be the global id or the number of ${withArticle(this.#options.name)}` },
    ]);
  }

  #parseLastParameter(text: string, inputPath: Violation['path']): string | number {
    assertOwnId(text, inputPath);
    const parameter = this.#types.convert(this.#last, text);
    if (!this.#types.isString(this.#last) && isAmbiguousNumber(parameter))
      throw badInput([{ path: inputPath, message: ambiguousNumberMessage }]);
    const problem = typeof parameter === 'string' ? findSegmentViolation(this.#last, parameter) : undefined;
    if (problem !== undefined) throw badInput([{ path: inputPath, message: problem }]);
    return parameter;
  }

  /** Path parameters that are numbers in a global id. The first one may be a full path. */
  get #numbers(): ReadonlySet<string> {
    this.#cachedNumbers ??= new Set(
      this.parameters.filter((name) => {
        if (name === 'id' && this.#types.hasStringId) return false;
        const [attribute] = Object.keys(this.#options.getAttributesFor({ [name]: 1 }));
        return this.#types.isNumber(name, attribute);
      }),
    );
    return this.#cachedNumbers;
  }

  /** Completes "must be the global id of ". */
  get #expectedId(): string {
    this.#cachedExpectedId ??= `${withArticle(this.#options.name)}, of the form ${this.#describeForm()}${this.#describeNumbers()}`;
    return this.#cachedExpectedId;
  }

  /** Describes a path parameter by the words of its name, and the first one by the owner that it identifies: `<project id>`. */
  #describeParameter(name: string): string {
    const nouns = name === this.#first ? this.#owners.map(humanizeTypeName) : [];
    return `<${nouns.length === 0 ? name.replaceAll('_', ' ') : `${nouns.join(' or ')} id`}>`;
  }

  /** Form of global ids. @param above known path parameters */
  #describeForm(above: PlannedPath = {}): string {
    const parts = this.parameters.map((name) => {
      const value = above[name];
      return value === undefined || value instanceof ResponseValue ? this.#describeParameter(name) : value;
    });
    return encodeGlobalId(this.#options.name, parts.join('/'));
  }

  #describeNumbers(): string {
    const numbers = [...this.#numbers].map((name) => `${this.#describeParameter(name)} is a number`);
    return numbers.length === 0 ? '' : `, where ${numbers.join(' and ')}`;
  }
}

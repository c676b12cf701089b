/** Names of operations that metrics and traces contain: those of the manifest, or the first ones of accepted callers. */
import { Kind, parse } from 'graphql';
import { LabelValues, otherValue } from './label-values.ts';

/** Longer names do not become labels. */
const maxNameLength = 100;

export interface OperationNamesOptions {
  /** Documents of PERSISTED_DOCUMENTS, whose operation names are the only labels; `undefined` if there is no manifest. */
  readonly documents?: Iterable<string> | undefined;
  /** Maximum number of names that become labels without a manifest. */
  readonly maxLearned?: number;
}

export class OperationNames {
  readonly #listed: ReadonlySet<string>;
  readonly #learned: LabelValues;

  constructor({ documents, maxLearned = 0 }: OperationNamesOptions = {}) {
    this.#listed = new Set(Iterator.from(documents ?? []).flatMap(parseOperationNames));
    this.#learned = new LabelValues(documents === undefined ? maxLearned : 0);
  }

  /** Whether metrics contain this name. */
  has(name: string | undefined): name is string {
    return name !== undefined && (this.#listed.has(name) || this.#learned.has(name));
  }

  /**
   * Label of an operation: its name, or `other`.
   * @param mayLearn whether a new name may become a label, because the operation was executed for a caller whom the upstream has accepted
   */
  getLabel(name: string | undefined, mayLearn: boolean): string {
    if (name === undefined) return otherValue;
    if (this.#listed.has(name)) return name;
    return this.#learned.get(name, mayLearn && name.length <= maxNameLength);
  }
}

/** Operation names of a document; empty if it cannot be parsed, which is reported to clients that send it. */
function parseOperationNames(document: string): readonly string[] {
  try {
    const { definitions } = parse(document, { noLocation: true });
    return definitions.flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION && each.name !== undefined ? [each.name.value] : [],
    );
  } catch {
    return [];
  }
}

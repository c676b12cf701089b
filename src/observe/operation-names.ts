/** The names of operations that the operator knows, as any other is what a client chose. */
import { Kind, parse } from 'graphql';

/** What an operation is called that is not in the manifest. */
const other = 'other';

/** Names of the operations in a manifest of documents. */
export class OperationNames {
  readonly #names = new Set<string>();

  /** @param documents those of PERSISTED_DOCUMENTS; none are known without them */
  constructor(documents: Iterable<string> = []) {
    for (const document of documents)
      for (const definition of definitionsOf(document))
        if (definition.kind === Kind.OPERATION_DEFINITION && definition.name !== undefined)
          this.#names.add(definition.name.value);
  }

  /** Whether the manifest has an operation of this name. */
  has(name: string | undefined): name is string {
    return name !== undefined && this.#names.has(name);
  }

  /** The name itself where it is in the manifest, else `other`. */
  labelOf(name: string | undefined): string {
    return this.has(name) ? name : other;
  }
}

/** Definitions of a document; none where it cannot be parsed, which whoever sends it is told. */
function definitionsOf(document: string) {
  try {
    return parse(document, { noLocation: true }).definitions;
  } catch {
    return [];
  }
}

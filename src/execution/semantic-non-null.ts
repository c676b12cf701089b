/** `@semanticNonNull`: positions of a field at which `null` occurs only together with an error. */
import type { GraphQLField } from 'graphql';

/** Arguments of the directive. */
interface SemanticNonNull {
  /** Levels of nested lists, 0 for the value of the field. Defaults to 0 alone. */
  readonly levels?: readonly number[];
}

/** The directive in the extensions of a field, where printers of SDL look for it. Empty if there are no levels. */
export function semanticNonNullDirective(levels: readonly number[]): { readonly semanticNonNull?: SemanticNonNull } {
  if (levels.length === 0) return {};
  return { semanticNonNull: levels.length === 1 && levels[0] === 0 ? {} : { levels } };
}

const noLevels: ReadonlySet<number> = new Set();

const isDirective = (value: unknown): value is SemanticNonNull => typeof value === 'object' && value !== null;

/** Levels of a field at which `null` is an error. */
export function getSemanticNonNullLevels({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): ReadonlySet<number> {
  const { directives } = extensions;
  if (typeof directives !== 'object' || directives === null || !('semanticNonNull' in directives)) return noLevels;
  const { semanticNonNull } = directives;
  return isDirective(semanticNonNull) ? new Set(semanticNonNull.levels ?? [0]) : noLevels;
}

/** Selects the validation rules that a document can break. */
import {
  DeferStreamDirectiveLabelRule,
  DeferStreamDirectiveOnRootFieldRule,
  DeferStreamDirectiveOnValidOperationsRule,
  FragmentsOnCompositeTypesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  PossibleFragmentSpreadsRule,
  SingleFieldSubscriptionsRule,
  StreamDirectiveOnListFieldRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
} from 'graphql';

/** Rules that only documents with a matching text can break. Each rule costs 3 µs for each document, even for one that it does not concern. */
const conditionalRules: readonly (readonly [text: RegExp, rules: ReadonlySet<ValidationRule>])[] = [
  [/subscription/, new Set([SingleFieldSubscriptionsRule])],
  [
    /\.\.\.|fragment/,
    new Set([
      FragmentsOnCompositeTypesRule,
      KnownFragmentNamesRule,
      NoFragmentCyclesRule,
      NoUnusedFragmentsRule,
      PossibleFragmentSpreadsRule,
      UniqueFragmentNamesRule,
    ]),
  ],
  [
    /\$/,
    new Set([
      NoUndefinedVariablesRule,
      NoUnusedVariablesRule,
      UniqueVariableNamesRule,
      VariablesAreInputTypesRule,
      VariablesInAllowedPositionRule,
    ]),
  ],
  [
    /@/,
    new Set([
      DeferStreamDirectiveLabelRule,
      DeferStreamDirectiveOnRootFieldRule,
      DeferStreamDirectiveOnValidOperationsRule,
      KnownDirectivesRule,
      StreamDirectiveOnListFieldRule,
      UniqueDirectivesPerLocationRule,
    ]),
  ],
];

/** Returns the rules, in their order, without those about constructs that the text of the document does not contain. */
export function selectRules(text: string, rules: readonly ValidationRule[]): readonly ValidationRule[] {
  const omitted = conditionalRules.filter(([pattern]) => !pattern.test(text)).map(([, unneeded]) => unneeded);
  return rules.filter((rule) => !omitted.some((unneeded) => unneeded.has(rule)));
}

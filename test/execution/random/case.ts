/** Random operations on random schemas. */
import fc from 'fast-check';
import { type DocumentNode, parse } from 'graphql';
import { Choices, NamedChoices } from './choices.ts';
import { createDocument, createVariableValues, type IncrementalDirective } from './document.ts';
import type { Subject } from './observation.ts';
import { createSdl, RandomSchema } from './schema.ts';

export const numbers = (length: number) => fc.array(fc.nat({ max: 9999 }), { minLength: length, maxLength: length });

/** Operation on a random schema. Counterexamples contain the schema and the document as text. */
export class RandomCase implements Subject {
  readonly sdl: string;
  readonly text: string;
  readonly random: RandomSchema;
  readonly document: DocumentNode;
  readonly operationName: string;
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly choices: NamedChoices;
  readonly #table: readonly (readonly number[])[];

  constructor(
    schema: readonly number[],
    document: readonly number[],
    operation: string,
    variables: readonly number[],
    behavior: readonly (readonly number[])[],
    directiveNames: readonly IncrementalDirective[],
  ) {
    const choices = new Choices(schema);
    this.sdl = createSdl(choices);
    this.random = new RandomSchema(this.sdl, choices);
    this.text = createDocument(this.random.schema, new Choices(document), directiveNames);
    this.document = parse(this.text);
    this.operationName = `${operation}Operation`;
    this.variableValues = createVariableValues(new Choices(variables));
    this.choices = new NamedChoices(behavior);
    this.#table = behavior;
  }

  [fc.toStringMethod](): string {
    return [
      this.sdl,
      this.text,
      this.operationName,
      JSON.stringify(this.variableValues),
      JSON.stringify(this.#table),
    ].join('\n');
  }
}

/** @param directiveNames directives of incremental delivery that documents may contain */
export const randomCases = (
  operations: readonly string[] = ['query', 'mutation'],
  directiveNames: readonly IncrementalDirective[] = [],
) =>
  fc
    .tuple(
      numbers(40),
      numbers(80),
      fc.constantFrom(...operations),
      numbers(10),
      fc.array(numbers(8), { minLength: 1, maxLength: 40 }),
    )
    .map((parts) => new RandomCase(...parts, directiveNames));

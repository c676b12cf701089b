/** Rules of descriptions: each starts with a sentence about the element and ends with its REST calls. */
import { isEnumType, isInputObjectType, isInterfaceType, isIntrospectionType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { operation } from '../../src/contract/index.ts';
import { schema } from '../../src/graph/index.ts';
import { getKind, getOwnOperations } from '../../src/graph/kit/fields/kind.ts';

interface Element {
  /** Last part of the coordinate. */
  readonly name: string;
  readonly coordinate: string;
  readonly description: string;
  readonly deprecation: string | null | undefined;
}

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));

/** Every type, field, argument, input field and enum value. */
const elements: readonly Element[] = types.flatMap((type) => {
  const element = (
    coordinate: string,
    {
      name,
      description,
      deprecationReason: deprecation,
    }: { name: string; description?: string | null | undefined; deprecationReason?: string | null | undefined },
  ): Element => ({ name, coordinate, description: description ?? '', deprecation });
  const elements = [element(type.name, type)];
  if (isEnumType(type))
    for (const value of type.getValues()) elements.push(element(`${type.name}.${value.name}`, value));
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      elements.push(element(coordinate, field));
      if ('args' in field)
        for (const argument of field.args) elements.push(element(`${coordinate}(${argument.name}:)`, argument));
    }
  return elements;
});

/** Messages for elements whose description, or deprecation, breaks a rule. */
const toMessages = (wrong: readonly Element[], rule: string): string[] =>
  wrong.map(({ coordinate, description, deprecation }) => `${coordinate} ${rule}: "${deprecation ?? description}"`);

describe('every description', () => {
  test('exists', () => {
    const rule = 'requires a description in schema/rest, or in its declaration in src/graph';
    const wrong = elements.filter(({ description }) => description.trim() === '');
    expect(toMessages(wrong, rule)).toEqual([]);
  });

  test('starts with a sentence', () => {
    const sentence = /^[^a-z].*?\.(?:\s|$)/s;
    const firstParagraph = (description: string) => description.split('\n\n')[0] ?? '';
    const wrong = elements.filter(({ description }) => !sentence.test(firstParagraph(description)));
    expect(toMessages(wrong, 'requires a description that starts with a sentence, with a full stop')).toEqual([]);
  });

  test('does not start with What, Whether or not, Once or an imperative', () => {
    const wrong = elements.filter(({ description }) =>
      /^(?:What|Whether or not|Once|List|Get|Read) /.test(description),
    );
    expect(toMessages(wrong, 'requires a description that starts with the thing, not with this word')).toEqual([]);
  });

  test('does not name its source in the documents', () => {
    const wrong = elements.filter(({ description }) => /Source:|document [12]|the documents\b/i.test(description));
    expect(toMessages(wrong, 'requires a description without a source')).toEqual([]);
  });

  test('does not use synonyms of the standard terms', () => {
    const synonyms = /\b(?:you|your|yourself|e-mail|authenticated user|hash of the commit|upstreams?)\b/i;
    const wrong = elements.filter(({ description }) => synonyms.test(description));
    expect(toMessages(wrong, `requires the terms of the other descriptions, not ${synonyms.source}`)).toEqual([]);
  });
});

test('states a reason of null other than the general one for fields that some callers or tiers do not see', () => {
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const isLimited = ({ description }: (typeof fields)[number]) =>
    /Seen by|Administrators(?: and Owners)? only|Premium and Ultimate/.test(description ?? '');
  const wrong = fields.filter(
    (field) => isLimited(field) && /Null if the service does not send it/.test(field.description ?? ''),
  );
  expect(wrong.map(({ description }) => description)).toEqual([]);
});

describe('every mutation', () => {
  test('starts with a verb in the third person, and its payload names the mutation', () => {
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(
      fields.filter(({ description }) => !/^[A-Z][a-z]+s /.test(description ?? '')).map(({ name }) => name),
    ).toEqual([]);
    for (const { name } of fields) {
      const prefix = name.charAt(0).toUpperCase() + name.slice(1);
      expect(schema.getType(`${prefix}Payload`)?.description).toBe(`Result of \`${name}\`.`);
    }
  });
});

describe('every deprecation', () => {
  const names = new Set(elements.map(({ name }) => name));
  const withoutReplacement =
    /^(?:Always empty\.|Has no effect[.:]|Has no replacement in this (?:graph|input)|Rules of this kind are no longer created\.)/;

  test('names its replacement in the graph, or states that none exists', () => {
    const wrong = elements.filter(({ deprecation }) => {
      if (deprecation === null || deprecation === undefined) return false;
      const [, replacement] = /\bUse `?(\w+)/.exec(deprecation) ?? [];
      return replacement === undefined ? !withoutReplacement.test(deprecation) : !names.has(replacement);
    });
    expect(toMessages(wrong, 'requires a deprecation with `Use` and a name of the graph')).toEqual([]);
  });
});

describe('every field that calls REST', () => {
  const fields = types.filter(isObjectType).flatMap((type) =>
    Object.values(type.getFields()).map((field) => {
      const kind = getKind(field);
      return {
        name: `${type.name}.${field.name}`,
        description: field.description ?? '',
        calls: kind ? getOwnOperations(kind) : [],
      };
    }),
  );
  const getCallSentence = (description: string): string => /\n\n(REST: .*)$/s.exec(description)?.[1] ?? '';

  test('has a description that ends with its REST calls, and no other field has one', () => {
    const wrong = fields.filter(({ description, calls }) => (getCallSentence(description) !== '') !== calls.length > 0);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('names each of its routes or their number', () => {
    const wrong = fields.filter(({ description, calls }) => {
      const sentence = getCallSentence(description);
      const routes = calls.map(operation).map(({ method, path }) => `\`${method} ${path}\``);
      const unnamed = routes.filter((route) => !sentence.includes(route));
      const [, unnamedCount] = /or (\d+) like it/.exec(sentence) ?? [];
      const isCounted = sentence.includes(`one of ${routes.length} routes`) || Number(unnamedCount) === unnamed.length;
      return unnamed.length > 0 && !isCounted;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['Query.runners', 'REST: `GET /runners`, one call for each 100 items, one more for `last` without `before`.'],
    [
      'Project.pipelines',
      'REST: `GET /projects/{id}/pipelines`, one call for each project and each 100 items, one more for `last` without `before`. One call per item of a list.',
    ],
    [
      'Pipeline.testReport',
      'REST: `GET /projects/{id}/pipelines/{pipeline_id}/test_report`, one call for each pipeline. One call per item of a list.',
    ],
    [
      'Pipeline.coverage',
      'REST: `GET /projects/{id}/pipelines/{pipeline_id}`, at most one call for each pipeline, for all its fields. One call per item of a list.',
    ],
    ['Query.project', 'REST: `GET /projects/{id}`, at most one call.'],
    ['Mutation.labelCreate', 'REST: `POST /projects/{id}/labels`, one call.'],
    [
      'Mutation.featureFlagSet',
      'REST: `POST /features/{name}`, one call; `GET /users/{id}`, at most one call for each item of the value or input; `GET /groups/{id}`, at most one call for each item of the value or input; `GET /projects/{id}`, at most one call for each item of the value or input.',
    ],
  ])('%s states how many calls it makes', (name, sentence) => {
    expect(getCallSentence(fields.find((field) => field.name === name)?.description ?? '')).toBe(sentence);
  });
});

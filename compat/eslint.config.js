/** The schema by the rules of @graphql-eslint: those recommended, those of Relay, and some of the others. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import graphql from '@graphql-eslint/eslint-plugin';
import { buildSchema, isObjectType } from 'graphql';

const schema = fileURLToPath(new URL('../schema/schema.graphql', import.meta.url));
const types = Object.values(buildSchema(readFileSync(schema, 'utf8')).getTypeMap()).filter(isObjectType);
const withoutId = types.filter((type) => !('id' in type.getFields()));

const { rules: recommended } = graphql.configs['flat/schema-recommended'];
const { rules: relay } = graphql.configs['flat/schema-relay'];
const [, conventions] = recommended['@graphql-eslint/naming-convention'];

/** Whether a node is a part of the type of subscriptions. */
function isInSubscription(node) {
  for (let each = node; each; each = each.parent)
    if (each.kind === 'ObjectTypeDefinition') return each.name.value === 'Subscription';
  return false;
}

/** The rule without subscriptions: those to lists follow the first page, which needs no cursor. */
const relayArguments = {
  ...graphql.rules['relay-arguments'],
  create(context) {
    const listeners = Object.entries(graphql.rules['relay-arguments'].create(context));
    return Object.fromEntries(
      listeners.map(([selector, check]) => [selector, (node) => isInSubscription(node) || check(node)]),
    );
  },
};

export default [
  {
    files: ['**/*.graphql'],
    plugins: {
      '@graphql-eslint': { ...graphql, rules: { ...graphql.rules, 'relay-arguments': relayArguments } },
    },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema } } },
    rules: {
      ...recommended,
      ...relay,
      '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
      '@graphql-eslint/require-nullable-fields-with-oneof': 'error',
      '@graphql-eslint/input-name': ['error', { caseSensitiveInputType: false, checkInputType: true }],
      // More than is recommended: nothing goes without a description.
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          rootField: true,
          DirectiveDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
          EnumValueDefinition: true,
        },
      ],

      // The exceptions.
      // The names of federation are not ours to choose.
      '@graphql-eslint/naming-convention': [
        'error',
        {
          ...conventions,
          allowLeadingUnderscore: true,
          types: { style: 'PascalCase', ignorePattern: '^_(Any|Entity|Service)$' },
          FieldDefinition: { style: 'camelCase', ignorePattern: '^_(entities|service)$' },
        },
      ],
      // An id is global; values, payloads and connections have none.
      '@graphql-eslint/strict-id-in-types': ['error', { exceptions: { types: withoutId.map(({ name }) => name) } }],
      // Connections have `nodes` beside `edges`, and short lists of values, as the documents have them, are plain lists. Some connections
      // list what has no address of its own.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
      // The rows of an exported file are read from its beginning, so `last` and `before` are not offered.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // `username`, `runnerType` and `noteableId` are the words of the documents, and none of them repeats its type.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
];

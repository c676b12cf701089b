import graphql from '@graphql-eslint/eslint-plugin';

const { rules } = graphql.configs['flat/schema-all'];
export default [
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: '../schema/schema.graphql' } },
    },
    rules: { ...rules, ...graphql.configs['flat/schema-recommended'].rules, ...graphql.configs['flat/schema-relay'].rules },
  },
];

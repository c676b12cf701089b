import graphql from '@graphql-eslint/eslint-plugin';

export default [
  {
    files: ['src/**/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: {
        graphQLConfig: { schema: 'node_modules/portico/schema/schema.graphql', documents: 'src/**/*.graphql' },
      },
    },
    rules: {
      '@graphql-eslint/require-selections': ['error', { fieldName: 'id' }],
      '@graphql-eslint/no-deprecated': 'error',
    },
  },
];

/** Writes a typed document for each operation in `src`. */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  // With areas of your own, set this to a file with the output of `npx portico schema --area ./areas/<area>/area.ts`.
  schema: 'node_modules/portico/schema/schema.graphql',
  documents: 'src/**/*.graphql',
  generates: {
    'src/operations.gen.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        documentMode: 'string',
        enumType: 'string-literal',
        immutableTypes: true,
        // `query` throws an error in place of a result with errors.
        nullability: { errorHandlingClient: true },
        skipTypename: true,
        useTypeImports: true,
        defaultScalarType: 'unknown',
        scalars: { Date: 'string', DateTime: 'string', EmailAddress: 'string', SafeInt: 'number', URL: 'string' },
      },
    },
  },
};

export default config;

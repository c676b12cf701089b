/** Types of the documents in test/documents: what their variables take and what they answer. */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: 'test/documents/*.graphql',
  generates: {
    'test/documents/documents.gen.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        enumType: 'string-literal',
        immutableTypes: true,
        skipTypename: true,
        nullability: { errorHandlingClient: true },
        useTypeImports: true,
        defaultScalarType: 'unknown',
        scalars: {
          DateTime: 'string',
          Date: 'string',
          URL: 'string',
          EmailAddress: 'string',
          SafeInt: 'number',
          JSON: 'unknown',
        },
      },
    },
  },
};

export default config;

import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';

const config: CodegenConfig = {
  schema: 'node_modules/portico/schema/schema.graphql',
  documents: 'src/**/*.graphql',
  generates: {
    'src/gql/': {
      preset: 'client',
      // Caches need the type of each object, also in documents that they cannot change because they are sent by hash.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      presetConfig: { fragmentMasking: false, persistedDocuments: true },
      config: {
        enumType: 'string-literal',
        useTypeImports: true,
        nullability: { errorHandlingClient: true },
        defaultScalarType: 'unknown',
        scalars: {
          Date: 'string',
          DateTime: 'string',
          EmailAddress: 'string',
          File: 'Blob',
          SafeInt: 'number',
          URL: 'string',
        },
      },
    },
  },
};

export default config;

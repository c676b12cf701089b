/** Types of the page's documents, and the manifest of them for PERSISTED_DOCUMENTS. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';

const config: CodegenConfig = {
  schema: '../../schema/schema.graphql',
  documents: 'src/*.ts',
  generates: {
    'src/gql/': {
      preset: 'client',
      // A normalised cache needs the type of each object, also in documents that it cannot add to.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      presetConfig: { fragmentMasking: false, persistedDocuments: true },
      config: {
        enumType: 'string-literal',
        useTypeImports: true,
        defaultScalarType: 'unknown',
        scalars: { DateTime: 'string', URL: 'string', SafeInt: 'number' },
      },
    },
  },
};

export default config;

/** Types of the documents that stand beside the components. */
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: '../../schema/schema.graphql',
  documents: 'src/**/*.graphql',
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
      config: {
        enumType: 'string-literal',
        useTypeImports: true,
        defaultScalarType: 'unknown',
        scalars: { DateTime: 'string', SafeInt: 'number' },
      },
    },
  },
};

export default config;

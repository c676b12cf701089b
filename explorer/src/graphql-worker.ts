/** Worker of the GraphQL editors, whose schema of the variables accepts all valid values. */
import { initialize } from 'monaco-editor/esm/vs/editor/editor.worker.js';
import { GraphQLWorker } from 'monaco-graphql/esm/GraphQLWorker.js';
import type { ICreateData, SchemaConfig } from 'monaco-graphql/esm/typings/index.d.ts';

/** JSON Schemas of scalars for which graphql-language-service would reject valid values. */
const customScalarSchemas: NonNullable<SchemaConfig['customScalarSchemas']> = {
  ID: { type: ['string', 'integer'] },
  JSON: { type: ['string', 'number', 'boolean', 'array', 'object'] },
};

const withScalars = (schemas: SchemaConfig[]): SchemaConfig[] =>
  schemas.map((schema) => ({ ...schema, customScalarSchemas }));

class VariablesWorker extends GraphQLWorker {
  constructor(context: ConstructorParameters<typeof GraphQLWorker>[0], data: ICreateData) {
    const { languageConfig } = data;
    const { schemas } = languageConfig;
    super(context, {
      ...data,
      languageConfig: { ...languageConfig, ...(schemas && { schemas: withScalars(schemas) }) },
    });
  }

  override doUpdateSchema(schema: SchemaConfig): void {
    super.doUpdateSchema({ ...schema, customScalarSchemas });
  }

  override doUpdateSchemas(schemas: SchemaConfig[]): Promise<void> {
    return super.doUpdateSchemas(withScalars(schemas));
  }
}

globalThis.onmessage = () => initialize((context, data) => new VariablesWorker(context, data));

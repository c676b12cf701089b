/** __Words__ of projects. */
import { type Area, defineFields, defineMutation, defineResourceType, Project, readAreaContract } from 'portico/kit';
import { sandbox } from './sandbox.ts';

const contract = readAreaContract(new URL('contract.yaml', import.meta.url));

const __Type__ = defineResourceType({
  contract,
  name: '__Type__',
  schema: '__Type__',
  owner: { type: Project },
  retrieve: 'get__Type__',
});

const area: Area = {
  name: '__area__',
  contract,
  sandbox,
  declarations: [
    __Type__,
    defineFields(__Type__, (f) => ({
      databaseId: f.attribute('id'),
      ...f.attributes('name', 'created_at'),
      project: f.lookup(Project, { description: 'Project of the __word__.' }),
    })),
    defineFields(Project, (f) => ({
      __fields__: f.connection('list__Types__', __Type__),
      __field__: f.lookup(__Type__, {
        description: 'A __word__ of the project. Null if it does not exist.',
        idDescription: 'The __word__, as global id or number.',
      }),
    })),
    defineMutation('__field__Create', {
      operation: 'create__Type__',
      in: Project,
      payload: (f) => ({ __field__: f.object(__Type__, 'The new __word__.'), project: f.parent(Project) }),
    }),
  ],
};

export default area;

/** Inputs of mutations with every required member and no other. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

type Value = Readonly<Record<string, unknown>>;

const gid = (path: string) => `gid://service/${path}`;

/** Input fields whose value does not follow from the type: targets of writes, and fields of which one is required. */
const membersByMutation: Readonly<Record<string, Value>> = {
  approvalConfigurationUpdate: { mergeRequestsAuthorApproval: true },
  featureFlagSet: { id: 'flag' },
  groupUpdate: { description: 'text' },
  groupIntegrationSet: { integration: { wikiA: { wikiUrl: 'https://wiki.example.com' } } },
  invitationCreate: { target: { group: '1' }, emails: ['a@example.com'] },
  invitationUpdate: { id: gid('Invitation/group/1/a%40example.com'), accessLevel: 'GUEST' },
  labelCreate: { color: '#ffffff' },
  labelUpdate: { id: gid('Label/1/2'), color: '#ffffff' },
  labelUpdateByName: { name: 'bug', color: '#ffffff' },
  memberRoleCreate: { target: { group: '1' } },
  mergeRequestApprove: { id: gid('MergeRequest/1/2') },
  noteCreate: { target: { issue: { project: '1', iid: 1 } } },
  noteUpdate: { id: gid('Note/issue/1/2/3'), body: 'text' },
  projectCreateWithPullMirror: { name: 'Lighthouse' },
  pullMirrorUpdate: { mirrorTriggerBuilds: true },
  resourceGroupUpdate: { id: gid('ResourceGroup/1/production'), processMode: 'UNORDERED' },
  runnerCreate: { target: { instance: true } },
  runnerUpdate: { description: 'text' },
  serviceAccountCreate: { target: { group: '1' } },
  serviceAccountDelete: { id: gid('ServiceAccount/1/2') },
  serviceAccountTokenCreate: { serviceAccount: gid('ServiceAccount/1/2') },
  serviceAccountTokenRotate: { id: gid('ServiceAccountToken/1/2/3') },
  serviceAccountUpdate: { id: gid('ServiceAccount/1/2'), name: 'text' },
  vulnerabilityExportCreate: { target: { project: '1' } },
};

/** Returns a value of a type, with the required fields of input objects. */
export function sample(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sample(nullable.ofType)];
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const [first] = fields;
    return Object.fromEntries(
      (nullable.isOneOf && first ? [first] : fields.filter(isRequired)).map((field) => [
        field.name,
        sample(field.type),
      ]),
    );
  }
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  return (
    { Boolean: true, Int: 1, SafeInt: 1, Float: 1, DateTime: '2030-01-01T00:00:00Z', Date: '2030-01-01' }[
      nullable.name
    ] ?? '1'
  );
}

const isRequired = ({ type, defaultValue }: GraphQLInputField): boolean =>
  isNonNullType(type) && defaultValue === undefined;

/** Returns an input of a mutation. */
export function sampleInput(mutation: string, type: GraphQLInputObjectType): Value {
  const members = sample(type);
  return { ...(typeof members === 'object' ? members : {}), ...membersByMutation[mutation] };
}

/** Null in an input means something upstream and arrives there, or is refused with its path: it is never dropped in silence. */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { type ExampledFacade, startExampled } from '../harness.ts';
import { mutate } from './mutate.ts';

type Value = Readonly<Record<string, unknown>>;

const gid = (address: string) => `gid://service/${address}`;

/** Inputs that the shape of the type does not tell: what is written to, and rules between members. */
const given: Readonly<Record<string, Value>> = {
  groupIntegrationSet: { integration: { wikiA: { wikiUrl: 'https://wiki.example.com' } } },
  invitationCreate: { target: { group: '1' }, emails: ['a@example.com'] },
  invitationUpdate: { id: gid('Invitation/group/1/a%40example.com'), accessLevel: 'GUEST' },
  labelCreate: { color: '#ffffff' },
  labelUpdate: { id: gid('Label/1/2'), color: '#ffffff' },
  labelUpdateByName: { name: 'bug', color: '#ffffff' },
  mergeRequestApprove: { id: gid('MergeRequest/1/2') },
  noteCreate: { target: { issue: { project: '1', iid: 1 } } },
  noteUpdate: { id: gid('Note/issue/1/2/3'), body: 'text' },
  resourceGroupUpdate: { id: gid('ResourceGroup/1/production') },
  runnerCreate: { runnerType: 'INSTANCE_TYPE' },
  serviceAccountDelete: { id: gid('ServiceAccount/1/2') },
  serviceAccountTokenCreate: { serviceAccount: gid('ServiceAccount/1/2') },
  serviceAccountTokenRotate: { id: gid('ServiceAccountToken/1/2/3') },
  serviceAccountUpdate: { id: gid('ServiceAccount/1/2') },
  vulnerabilityExportCreate: { target: { project: '1' } },
};

/** Where the contract gives null a meaning. */
const meant = [
  'groupUpdate.sharedRunnersMinutesLimit',
  'invitationUpdate.expiresAt',
  'labelCreate.priority',
  'labelUpdate.priority',
  'labelUpdateByName.priority',
  'runnerUpdate.maximumTimeout',
];

function sample(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sample(nullable.ofType)];
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const [first] = fields;
    return Object.fromEntries(
      (nullable.isOneOf && first ? [first] : fields.filter(isRequiredInputField)).map((field) => [
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

interface Case {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly input: Value;
}

/** Every nullable member of an input type, null in an otherwise complete value, and those of the objects inside it. */
function* nulls(type: GraphQLInputObjectType, base: Value): Generator<Omit<Case, 'name'>> {
  for (const { name, type: member } of Object.values(type.getFields())) {
    if (!isNonNullType(member) && !type.isOneOf) yield { path: [name], input: { ...base, [name]: null } };
    const inner = getNamedType(member);
    if (!isInputObjectType(inner)) continue;
    const isList = isListType(getNullableType(member));
    for (const [choice, of] of inner.isOneOf ? Object.entries(inner.getFields()) : [[undefined, undefined] as const]) {
      const object = of === undefined ? inner : getNamedType(of.type);
      if (!isInputObjectType(object)) continue;
      const known = sample(object);
      for (const { path, input } of nulls(object, typeof known === 'object' ? { ...known } : {})) {
        const value = choice === undefined ? input : { [choice]: input };
        yield {
          path: [name, ...(isList ? [0] : []), ...(choice === undefined ? [] : [choice]), ...path],
          input: { ...base, [name]: isList ? [value] : value },
        };
      }
    }
  }
}

const cases: Case[] = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args: [input] }) => {
  const type = input && getNamedType(input.type);
  if (!isInputObjectType(type)) return [];
  const known = sample(type);
  const base = { ...(typeof known === 'object' ? known : {}), ...given[name] };
  return [...nulls(type, base)].map((each) => ({ name, ...each }));
});

let facade: ExampledFacade;
beforeAll(async () => {
  facade = await startExampled({});
});
afterAll(() => facade.close());

test('there are many', () => expect(cases.length).toBeGreaterThan(200));

test.each(cases.map((each) => [`${each.name}.${each.path.join('.')}`, each] as const))(
  '%s',
  async (place, { name, path, input }) => {
    const [calls, bodies] = [facade.calls.length, facade.bodies.length];
    const { payload } = await mutate(facade, name, input, '__typename');
    const refusal = payload?.errors.find(({ message }) => message === 'must not be null');
    if (meant.includes(place)) {
      expect(refusal).toBeUndefined();
      expect(Object.values(Object(facade.bodies[bodies]))).toContain(null);
    } else {
      expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', path: ['input', ...path.map(String)] });
      expect(facade.calls.slice(calls)).toEqual([]);
    }
  },
);

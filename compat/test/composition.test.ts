/** Composition beside another Relay-style subgraph, by three implementations. */
import { composeServices } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { federateSubgraphs, LATEST_ROUTER_COMPATIBILITY_VERSION } from '@wundergraph/composition';
import { buildSchema, isInputObjectType, isObjectType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { servicesAt } from './subgraphs.ts';

const services = servicesAt('http://portico.example.com/graphql', 'http://tracker.example.com/graphql');

describe.each([
  ['@apollo/composition', () => composeServices(services)],
  ['@theguild/federation-composition', () => composeByGuild(services)],
])('%s', (_, compose) => {
  const { supergraphSdl, errors } = compose();

  test('composes the two subgraphs', () => {
    expect((errors ?? []).map(({ message }) => message)).toEqual([]);
    expect(supergraphSdl).toBeDefined();
  });

  test('gives objects the fields of both, and keeps descriptions, deprecations and costs', () => {
    const schema = buildSchema(supergraphSdl ?? '', { assumeValidSDL: true });
    const fieldsOf = (typename: string) => {
      const type = schema.getType(typename);
      return isObjectType(type) ? type.getFields() : {};
    };
    expect(Object.keys(fieldsOf('Project'))).toEqual(expect.arrayContaining(['fullPath', 'pipelines', 'boards']));
    expect(Object.keys(fieldsOf('User'))).toEqual(expect.arrayContaining(['name', 'ownedBoards']));
    expect(
      fieldsOf('Query').node?.astNode?.directives?.map(({ arguments: [graph] = [] }) => graph?.value),
    ).toMatchObject([{ value: 'TRACKER' }]);
    expect(fieldsOf('Project').pipelines?.description).toMatch(/pipeline/);
    expect(fieldsOf('Runner').platform?.deprecationReason).toBeTruthy();
    expect(supergraphSdl).toMatch(/@cost\(weight: 10\)/);
    expect(supergraphSdl).toMatch(/@listSize\(/);
    expect(fieldsOf('Project').fullPath?.astNode?.directives?.map(({ name }) => name.value)).toContain(
      'semanticNonNull',
    );
  });
});

describe('a name that two subgraphs declare', () => {
  const composeWith = (definitions: string) => {
    const sdl = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@shareable"]) ${definitions}`;
    const [portico] = services;
    if (portico === undefined) throw new Error('There is no subgraph');
    return composeServices([portico, { name: 'other', url: 'http://other.example.com/graphql', typeDefs: parse(sdl) }]);
  };

  test.each([
    ['Query.currentUser', 'type Query { currentUser: User @shareable } type User { id: ID! @shareable }'],
    ['NotFoundError.message', 'type Query { other: NotFoundError } type NotFoundError { message: String! }'],
  ])('does not compose: %s', (coordinate, definitions) => {
    expect((composeWith(definitions).errors ?? []).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`Non-shareable field "${coordinate}" is resolved from multiple subgraphs`),
    );
  });

  test('removes the members of an input that one of them lacks', () => {
    const { supergraphSdl, errors } = composeWith(
      'type Query { other(by: LabelByInput): Int } input LabelByInput { name: String other: Int }',
    );
    expect(errors).toBeUndefined();
    const input = buildSchema(supergraphSdl ?? '', { assumeValidSDL: true }).getType('LabelByInput');
    expect(isInputObjectType(input) && Object.keys(input.getFields())).toEqual(['name']);
  });
});

test('@wundergraph/composition composes the two subgraphs', () => {
  const result = federateSubgraphs({
    subgraphs: services.map(({ name, url, typeDefs }) => ({ name, url, definitions: typeDefs })),
    version: LATEST_ROUTER_COMPATIBILITY_VERSION,
  });
  expect(result.success ? [] : result.errors.map(({ message }) => message)).toEqual([]);
  const schema = result.success ? result.federatedGraphClientSchema : undefined;
  const project = schema?.getType('Project');
  expect(isObjectType(project) && Object.keys(project.getFields())).toEqual(
    expect.arrayContaining(['fullPath', 'pipelines', 'boards']),
  );
});

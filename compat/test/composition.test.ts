/** Composition beside another Relay-style subgraph, by three implementations. */
import { composeServices } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { federateSubgraphs, LATEST_ROUTER_COMPATIBILITY_VERSION } from '@wundergraph/composition';
import { buildSchema, isObjectType } from 'graphql';
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

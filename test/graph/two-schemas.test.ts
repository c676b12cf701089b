/** Two schemas in one process, each with a different area of the same name. */
import { type GraphQLSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type OpenApiDocument, standardContract } from '../../src/contract/index.ts';
import { standardAreas, schema as standardSchema } from '../../src/graph/index.ts';
import type { Area } from '../../src/graph/kit/area.ts';
import { defineFields, defineResourceType } from '../../src/graph/kit/fields/index.ts';
import { defineMutation } from '../../src/graph/kit/fields/mutation.ts';
import { getGraph } from '../../src/graph/kit/graph.ts';
import { Cursors } from '../../src/graph/kit/paging/cursors.ts';
import { getResourceTypes } from '../../src/graph/kit/resources/resource-types.ts';
import { buildSchema } from '../../src/graph/kit/schema.ts';
import { planDocument } from '../../src/graph/plan/planner.ts';
import { serializePlan } from '../../src/graph/plan/serialize-plan.ts';
import { Project } from '../../src/graph/projects.ts';
import { User } from '../../src/graph/users.ts';
import { startEdge, startUpstream } from '../edge/harness.ts';

interface TicketPath {
  readonly path: { readonly id: string | number; readonly ticket_id: number };
}

declare module '../../src/contract/types.ts' {
  interface OperationTypes {
    readonly getTestTicket: { readonly parameters: TicketPath };
    readonly updateTestTicket: {
      readonly parameters: TicketPath;
      readonly requestBody: { readonly content: { readonly 'application/json': { readonly state?: string } } };
    };
  }
  interface SchemaTypes {
    readonly TestTicket: {
      readonly id: number;
      readonly title: string;
      readonly state: string;
      readonly author: unknown;
    };
    readonly UpdateTestTicketBody: { readonly state?: string };
  }
}

const integerParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  description: `The ${name}.`,
  schema: { type: 'integer' },
});

/** A contract for tickets at a path, which refers to a schema of the standard contract. */
function ticketContract(path: string): OpenApiDocument {
  const ticket = { $ref: '#/components/schemas/TestTicket' };
  const responses = { '200': { description: 'The ticket.', content: { 'application/json': { schema: ticket } } } };
  const parameters = [{ $ref: '#/components/parameters/ProjectId' }, integerParameter('ticket_id')];
  const body = { $ref: '#/components/schemas/UpdateTestTicketBody' };
  return {
    openapi: '3.1.0',
    info: { title: 'Tickets', version: '1' },
    paths: {
      [path]: {
        get: { operationId: 'getTestTicket', summary: 'A ticket.', parameters, responses },
        put: {
          operationId: 'updateTestTicket',
          summary: 'Changes a ticket.',
          parameters,
          requestBody: { content: { 'application/json': { schema: body } } },
          responses,
        },
      },
    },
    components: {
      schemas: {
        TestTicket: {
          type: 'object',
          description: 'A ticket of a project.',
          properties: {
            id: { type: 'integer', description: 'Number of the ticket.' },
            title: { type: 'string', description: 'Title of the ticket.' },
            state: { type: 'string', description: 'State of the ticket.' },
            author: { $ref: '#/components/schemas/UserSummary', description: 'Author of the ticket.' },
          },
        },
        UpdateTestTicketBody: {
          type: 'object',
          description: 'Changes of a ticket.',
          properties: { state: { type: 'string', description: 'State of the ticket.', maxLength: path.length } },
        },
      },
    },
  };
}

function ticketArea(path: string): Area {
  const contract = standardContract.with(ticketContract(path));
  const TestTicket = defineResourceType({
    contract,
    name: 'TestTicket',
    schema: 'TestTicket',
    owner: { type: Project },
    retrieve: 'getTestTicket',
  });
  return {
    name: 'tickets',
    contract,
    declarations: [
      TestTicket,
      defineFields(TestTicket, (f) => ({
        ...f.attributes('title', 'state'),
        author: f.object('author', User),
      })),
      defineFields(Project, (f) => ({
        ticket: f.lookup(TestTicket, {
          description: 'A ticket of the project.',
          idDescription: 'The ticket, by its id.',
        }),
      })),
      defineMutation('ticketUpdate', {
        operation: 'updateTestTicket',
        target: TestTicket,
        payload: (f) => ({ ticket: f.object(TestTicket, 'The ticket after the change.') }),
      }),
    ],
  };
}

const firstPath = '/projects/{id}/tickets/{ticket_id}';
const secondPath = '/projects/{id}/help-desk/cases/{ticket_id}';
const firstSchema = buildSchema([...standardAreas, ticketArea(firstPath)]);
const secondSchema = buildSchema([...standardAreas, ticketArea(secondPath)]);

const query = '{ project(id: 5) { ticket(id: 7) { title author { name } } } }';

function planCalls(schema: GraphQLSchema) {
  const limits = { maxCalls: 100, maxSelections: 1000, maxValues: 1000 };
  const variableValues = { sources: Object.create(null), coerced: Object.create(null) };
  const plan = planDocument({ schema, document: parse(query), variableValues, limits, cursors: new Cursors() });
  return serializePlan(plan).calls.map(({ method, path }) => `${method} ${path}`);
}

/** Returns the response of a facade with a schema, and the calls that arrived at its upstream. */
async function execute(graph: GraphQLSchema, document: string) {
  await using upstream = await startUpstream((_, response) =>
    response.end('{"id":7,"title":"Oil the engine","state":"open","author":{"id":3,"name":"Dana Kim"}}'),
  );
  await using edge = await startEdge({ UPSTREAM_URL: upstream.url }, { graph });
  const { body } = await edge.query(document);
  return { body, calls: upstream.requests.map(({ method, url }) => `${method} ${url}`) };
}

describe('two schemas with different areas of the same name', () => {
  test('contain only the types of their own areas', () => {
    for (const schema of [firstSchema, secondSchema]) {
      expect(schema.getType('TestTicket')).toBeDefined();
      expect(validate(schema, parse(query))).toEqual([]);
    }
    expect(firstSchema.getType('TestTicket')).not.toBe(secondSchema.getType('TestTicket'));
    expect(getResourceTypes(firstSchema).get('TestTicket')).not.toBe(getResourceTypes(secondSchema).get('TestTicket'));
    expect(getResourceTypes(firstSchema).get('Project')).toBe(getResourceTypes(secondSchema).get('Project'));
    expect(standardSchema.getType('TestTicket')).toBeUndefined();
    expect(validate(standardSchema, parse(query))).toHaveLength(1);
    expect(getGraph(standardSchema).contract).toBe(standardContract);
    expect([...standardContract.operations.keys()]).not.toContain('getTestTicket');
  });

  test('plan the calls of their own contracts', () => {
    expect(planCalls(firstSchema)).toEqual([`GET ${firstPath}`]);
    expect(planCalls(secondSchema)).toEqual([`GET ${secondPath}`]);
  });

  test.each([
    ['the first', firstSchema, '/api/v4/projects/5/tickets/7'],
    ['the second', secondSchema, '/api/v4/projects/5/help-desk/cases/7'],
  ])('make the calls of their own contracts: %s', async (_, schema, url) => {
    expect(await execute(schema, query)).toEqual({
      body: { data: { project: { ticket: { title: 'Oil the engine', author: { name: 'Dana Kim' } } } } },
      calls: [`GET ${url}`],
    });
    const write = (state: string) =>
      `mutation { ticketUpdate(input: { id: "gid://service/TestTicket/5/7", state: "${state}" }) { ticket { state } errors { message } } }`;
    expect(await execute(schema, write('open'))).toEqual({
      body: { data: { ticketUpdate: { ticket: { state: 'open' }, errors: [] } } },
      calls: [`PUT ${url}`],
    });
  });

  test('check inputs by their own contracts', async () => {
    const state = 'x'.repeat(firstPath.length + 1);
    const write = `mutation { ticketUpdate(input: { id: "gid://service/TestTicket/5/7", state: "${state}" }) { errors { message } } }`;
    const [rejected, accepted] = [await execute(firstSchema, write), await execute(secondSchema, write)];
    expect(rejected.calls).toEqual([]);
    expect(rejected.body.data?.ticketUpdate).toEqual({
      errors: [{ message: `must be at most ${firstPath.length} characters long` }],
    });
    expect(accepted.calls).toHaveLength(1);
    expect(accepted.body.data?.ticketUpdate).toEqual({ errors: [] });
  });

  test('accept only ids of their own types', async () => {
    const node = '{ node(id: "gid://service/TestTicket/5/7") { id } }';
    expect(await execute(firstSchema, node)).toMatchObject({
      body: { data: { node: { id: 'gid://service/TestTicket/5/7' } } },
      calls: ['GET /api/v4/projects/5/tickets/7'],
    });
    const { body, calls } = await execute(standardSchema, node);
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(calls).toEqual([]);
  });
});

describe('areas that conflict', () => {
  test('are rejected for two operations with the same id', () => {
    const areas = [...standardAreas, ticketArea(firstPath), ticketArea(secondPath)];
    expect(() => buildSchema(areas)).toThrow('The contract has two operations getTestTicket');
  });

  test('are rejected for a type that no area declares', () => {
    const { declarations, ...area } = ticketArea(firstPath);
    const [, ...others] = declarations;
    expect(() => buildSchema([...standardAreas, { ...area, declarations: others }])).toThrow(/TestTicket/);
  });

  test('are rejected for a reference to a schema that the contract lacks', () => {
    const { components, ...document } = ticketContract(firstPath);
    const { TestTicket: _, ...schemas } = components.schemas;
    expect(() => standardContract.with({ ...document, components: { schemas } })).toThrow(
      'The contract has no schema #/components/schemas/TestTicket',
    );
  });
});

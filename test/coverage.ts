/**
 * Compares the REST calls of the last test run with the contract and the schema: every operation is declared by a field and was
 * called, every documented parameter was sent, and no field made a call that it does not declare. Ids of operations as arguments
 * limit the check to the parameters of these operations.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type GraphQLSchema, isObjectType } from 'graphql';
import {
  attributesOf,
  type Operation,
  operations,
  resolve,
  type Schema,
  standardContract,
} from '../src/contract/index.ts';
import { routeName } from '../src/edge/transports/downloads.ts';
import { downloads, schema as graph } from '../src/graph/index.ts';
import { getKind, getOwnOperations, withLists } from '../src/graph/kit/fields/kind.ts';
import { suggestName } from '../src/helpers/nearest-name.ts';
import { wireLog } from './wire-log.ts';

/** A REST call that the facade made for a field. */
interface FieldCall {
  readonly field: string;
  readonly operation: string;
}

/** A request as it arrived, by its names on the wire. */
interface Arrival {
  readonly operation: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
}

type Entry = Partial<FieldCall & Arrival>;

/** Parameters of paging, which the tests of connections cover for all lists. */
const paging = new Set(['page', 'per_page', 'pagination', 'cursor', 'id_after']);

function readEntries(): Entry[] {
  const log = process.env.PORTICO_WIRE_LOG ?? wireLog;
  if (!existsSync(log)) throw new Error('There is no log of a test run: run npm test');
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Read by which a rejected write to a moved project names the new path. */
const movedProjectRead = 'getProject';

/** Returns the operations that each field declares, by its coordinate, and each download route, by its name. */
function getDeclaredCalls(schema: GraphQLSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const declared = new Map<string, ReadonlySet<string>>(
    downloads.map((route) => [routeName(route), new Set(route.operations)]),
  );
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const declaration = getKind(field);
      const operations = declaration ? withLists(standardContract, getOwnOperations(declaration)) : [];
      declared.set(
        `${type.name}.${field.name}`,
        new Set(type === schema.getMutationType() ? [...operations, movedProjectRead] : operations),
      );
    }
  }
  return declared;
}

/** Returns the members of all alternatives of a body. */
function getMembers(schema: Schema): readonly string[] {
  const { oneOf = [], anyOf = [] } = resolve(schema);
  const attributes = [...attributesOf(schema)].filter(([, member]) => !member['x-never-sent']).map(([name]) => name);
  return [...new Set([...attributes, ...[...oneOf, ...anyOf].flatMap(getMembers)])];
}

/** Returns the parameters of a call that a client of the facade determines. */
function getDocumentedNames({ queryParameters, body, multipart }: Operation) {
  return {
    query: queryParameters.filter(({ name, neverSent }) => !neverSent && !paging.has(name)).map(({ name }) => name),
    body: [body, multipart].flatMap((schema) => (schema === undefined ? [] : getMembers(schema))),
  };
}

/** `custom_attributes[key]` and `skip_groups[]` are sent for the parameter before the bracket. */
const parameterName = (name: string): string => name.replace(/\[.*$/, '');

interface SentNames {
  readonly query: Set<string>;
  readonly body: Set<string>;
}

function groupByOperation(entries: readonly Entry[]): ReadonlyMap<string, SentNames> {
  const arrivals = new Map<string, SentNames>();
  for (const { operation, field, query = [], body = [] } of entries) {
    if (operation === undefined || field !== undefined) continue;
    const sentNames = arrivals.get(operation) ?? { query: new Set(), body: new Set() };
    for (const name of query) sentNames.query.add(parameterName(name));
    for (const name of body) sentNames.body.add(name);
    arrivals.set(operation, sentNames);
  }
  return arrivals;
}

/** Finds the uncovered parts of one operation. */
function findMisses(operation: Operation, isDeclared: boolean, sentNames: SentNames | undefined): string[] {
  const misses = isDeclared ? [] : ['no field declares it'];
  if (sentNames === undefined) return [...misses, 'never called'];
  const { query, body } = getDocumentedNames(operation);
  const findUnsent = (names: readonly string[], sent: ReadonlySet<string>) =>
    [...new Set(names)].filter((name) => !sent.has(name)).join(', ');
  const [parameters, members] = [findUnsent(query, sentNames.query), findUnsent(body, sentNames.body)];
  if (parameters !== '') misses.push(`parameters never sent: ${parameters}`);
  if (members !== '') misses.push(`members never sent: ${members}`);
  return misses;
}

function findUndeclaredCalls(entries: readonly Entry[], declared: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const undeclared = new Set<string>();
  for (const { field, operation } of entries)
    if (field !== undefined && operation !== undefined && !declared.get(field)?.has(operation))
      undeclared.add(`${field} called ${operation}`);
  return [...undeclared];
}

const entries = readEntries();
const declared = getDeclaredCalls(graph);
const declaredOperations = new Set([...declared.values()].flatMap((ids) => [...ids]));
const arrivals = groupByOperation(entries);

const describeMisses = (operation: Operation): readonly string[] =>
  findMisses(operation, declaredOperations.has(operation.id), arrivals.get(operation.id));

/** Prints the uncovered parts of all operations. @returns whether all are covered */
function checkAll(): boolean {
  const byArea = new Map<string, string[]>();
  for (const operation of operations.values()) {
    const lines = byArea.get(operation.area) ?? [];
    byArea.set(operation.area, [...lines, ...describeMisses(operation).map((miss) => `  ${operation.id}: ${miss}`)]);
  }
  const undeclared = findUndeclaredCalls(entries, declared);

  for (const [area, lines] of byArea) if (lines.length > 0) console.error([`${area}:`, ...lines].join('\n'));
  if (undeclared.length > 0)
    console.error(['calls that their field does not declare:', ...undeclared.map((line) => `  ${line}`)].join('\n'));
  const complete = [...byArea.values()].filter((lines) => lines.length === 0).length;
  console.log(
    `Coverage of the REST contract: ${operations.size} operations, ${complete} of ${byArea.size} areas complete`,
  );
  return complete === byArea.size && undeclared.length === 0;
}

/** Prints the uncovered parts of one operation, or that all are covered. @returns whether all are covered */
function checkOne(id: string): boolean {
  const operation = [...operations.values()].find((each) => each.id === id);
  const misses = operation
    ? describeMisses(operation)
    : [`the contract has no such operation${suggestName(id, operations.keys())}`];
  if (misses.length > 0) console.error(`${id}: ${misses.join('; ')}`);
  else console.log(`${id}: every parameter was sent`);
  return misses.length === 0;
}

const ids = process.argv.slice(2);
const isComplete = ids.length === 0 ? checkAll() : ids.map(checkOne).every((result) => result);
process.exitCode = isComplete ? 0 : 1;

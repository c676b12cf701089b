/** Validates a mapping file against the contract: unknown names, and names that would collide. */
import { type OperationId, operations } from '../contract/index.ts';
import {
  getAttributeNames,
  getEnumValues,
  getInputs,
  getObjectSchemas,
  getPathSegments,
  refTo,
  schemas,
} from './contract-names.ts';
import { reservedHeaders, supportedHeaders } from './headers.ts';
import type { MappingFile } from './mapping-file.ts';
import { getOwn, getProperties, toUpstreamName } from './names.ts';
import { findCollidingOperations, findPathProblem, isBelow } from './paths.ts';

const isOperationId = (id: string): id is OperationId => operations.has(id as OperationId);

/** Two names with the same upstream name. */
function findCollision(
  names: Iterable<string>,
  toUpstream: (name: string) => string,
): readonly [string, string, string] | undefined {
  const byUpstreamName = new Map<string, string>();
  for (const name of names) {
    const upstreamName = toUpstream(name);
    const other = byUpstreamName.get(upstreamName);
    if (other !== undefined && other !== name) return [other, name, upstreamName];
    byUpstreamName.set(upstreamName, name);
  }
  return undefined;
}

function describeCollision(
  location: string,
  collision: readonly [string, string, string] | undefined,
): readonly string[] {
  return collision === undefined
    ? []
    : [`${location}: "${collision[0]}" and "${collision[1]}" would both be "${collision[2]}"`];
}

const describeUnknown = (location: string, name: string, kind: string): string =>
  `${location}: the contract has no ${kind} "${name}"`;

function findAttributeProblems({ attributes = {} }: MappingFile): readonly string[] {
  const names = getAttributeNames();
  const unknownNames = Object.keys(attributes).filter((name) => !names.has(name));
  return unknownNames.map((name) => describeUnknown('attributes', name, 'attribute or parameter'));
}

function findSchemaProblems(file: MappingFile): readonly string[] {
  const problems: string[] = [];
  for (const [name, { attributes = {}, values = {} }] of Object.entries(file.schemas ?? {})) {
    if (!Object.hasOwn(schemas, name)) {
      problems.push(describeUnknown('schemas', name, 'schema'));
      continue;
    }
    const members = new Set(getProperties(refTo(name)).map((member) => member.name));
    for (const attribute of [...Object.keys(attributes), ...Object.keys(values)])
      if (!members.has(attribute)) problems.push(describeUnknown(`schemas.${name}`, attribute, 'attribute'));
    for (const [attribute, words] of Object.entries(values))
      problems.push(
        ...describeCollision(
          `schemas.${name}.values.${attribute}`,
          findCollision(Object.keys(words), (word) => words[word] ?? word),
        ),
      );
  }
  const clashes = getObjectSchemas().flatMap((schema) => {
    const members = new Map(getProperties(schema).map((member) => [member.name, member]));
    const toUpstream = (name: string) => toUpstreamName(file, members.get(name) ?? { name, owners: [] });
    const owners = getProperties(schema)[0]?.owners ?? [];
    return describeCollision(
      owners[0] === undefined ? 'attributes' : `schemas.${owners[0]}`,
      findCollision(members.keys(), toUpstream),
    );
  });
  return [...problems, ...clashes];
}

function findEnumProblems({ enums = {} }: MappingFile): readonly string[] {
  const sets = getEnumValues();
  return Object.entries(enums).flatMap(([name, words]) => {
    const values = sets.get(name);
    if (values === undefined) return [describeUnknown('enums', name, 'enum')];
    return [
      ...Object.keys(words)
        .filter((word) => !values.includes(word))
        .map((word) => describeUnknown(`enums.${name}`, word, 'value')),
      ...describeCollision(
        `enums.${name}`,
        findCollision(values, (word) => getOwn(words, word) ?? word),
      ),
    ];
  });
}

const parametersIn = (path: string): string => (path.match(/\{\w+\}/g) ?? []).sort().join(' ');

/** Unsafe paths and segments, which calls to the upstream would contain. */
function findUnsafePaths({ segments = {}, paths = {}, operations: own = {} }: MappingFile): readonly string[] {
  const candidates: (readonly [string, string | undefined])[] = [
    ...Object.entries(segments).map(([name, segment]) => [`segments.${name}`, segment] as const),
    ...Object.entries(paths).map(([name, path]) => [`paths.${name}`, path] as const),
    ...Object.entries(own).map(([id, { path }]) => [`operations.${id}.path`, path] as const),
  ];
  return candidates.flatMap(([location, path = '']) => {
    const problem = findPathProblem(path);
    return problem === undefined ? [] : [`${location}: "${path}" ${problem}`];
  });
}

function findParameterProblem(location: string, from: string, to: string): readonly string[] {
  const parameters = parametersIn(from);
  return parameters === parametersIn(to) ? [] : [`${location}: must contain the parameters ${parameters || '(none)'}`];
}

function findPathProblems(file: MappingFile): readonly string[] {
  const paths = [...operations.values()].map(({ path }) => path);
  const literals = getPathSegments();
  return [
    ...Object.keys(file.segments ?? {})
      .filter((segment) => !literals.has(segment))
      .map((segment) => describeUnknown('segments', segment, 'segment')),
    ...Object.keys(file.paths ?? {})
      .filter((path) => !paths.some((each) => isBelow(each, path)))
      .map((path) => describeUnknown('paths', path, 'path that starts with')),
    ...Object.entries(file.paths ?? {}).flatMap(([from, to]) => findParameterProblem(`paths.${from}`, from, to)),
    ...findUnsafePaths(file),
    ...findCollidingOperations(file).map(
      ([a, b]) => `paths: ${a.method} ${a.path} and ${b.method} ${b.path} would be the same route`,
    ),
  ];
}

function findOperationProblems(file: MappingFile): readonly string[] {
  return Object.entries(file.operations ?? {}).flatMap(([id, { path, parameters = {}, values = {} }]) => {
    const described = isOperationId(id) ? operations.get(id) : undefined;
    if (described === undefined) return [describeUnknown('operations', id, 'operation')];
    const names = getInputs(described);
    const unknownNames = [...Object.keys(parameters), ...Object.keys(values)].filter((name) => !names.has(name));
    return [
      ...unknownNames.map((name) => describeUnknown(`operations.${id}`, name, 'parameter')),
      ...(path === undefined ? [] : findParameterProblem(`operations.${id}.path`, described.path, path)),
    ];
  });
}

function findInputCollisions(file: MappingFile): readonly string[] {
  return [...operations.values()].flatMap((operation) => {
    const { parameters } = getOwn(file.operations, operation.id) ?? {};
    const names = operation.queryParameters.map(({ name }) => name);
    return describeCollision(
      `operations.${operation.id}`,
      findCollision(names, (name) => toUpstreamName(file, { name, owners: [] }, parameters)),
    );
  });
}

function findHeaderProblems({ headers = {} }: MappingFile): readonly string[] {
  const supported = new Set<string>(supportedHeaders);
  const names = Object.keys(headers);
  return [
    ...names
      .filter((name) => !supported.has(name.toLowerCase()))
      .map((name) => describeUnknown('headers', name, 'header')),
    ...names.flatMap((name) => {
      const upstreamName = headers[name]?.toLowerCase() ?? name;
      return reservedHeaders.has(upstreamName)
        ? [`headers.${name}: must not be "${upstreamName}", which has another meaning`]
        : [];
    }),
    ...describeCollision(
      'headers',
      findCollision([...supported], (name) => toUpstreamHeader(headers, name)),
    ),
  ];
}

function toUpstreamHeader(headers: Readonly<Record<string, string>>, name: string): string {
  const [, upstreamName = name] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return upstreamName.toLowerCase();
}

/** All problems of a mapping file, one per line. */
export function findMappingProblems(file: MappingFile): readonly string[] {
  return [
    ...new Set([
      ...findHeaderProblems(file),
      ...findPathProblems(file),
      ...findAttributeProblems(file),
      ...findEnumProblems(file),
      ...findSchemaProblems(file),
      ...findOperationProblems(file),
      ...findInputCollisions(file),
    ]),
  ];
}

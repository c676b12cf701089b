/** Checks a words file against the contract: unknown names, and words that would become one. */
import { type OperationId, operations } from '../contract/index.ts';
import { knownHeaders, reservedHeaders } from './headers.ts';
import { attributeWord, membersOf, ownWords } from './names.ts';
import { collidingOperations, isBelow, pathProblem } from './paths.ts';
import { attributeNames, inputsOf, objectSchemas, pathSegments, refTo, schemas, wordSets } from './vocabulary.ts';
import type { WordsFile } from './words-file.ts';

const isOperationId = (id: string): id is OperationId => operations.has(id as OperationId);

/** Two of several names that have the same word. */
function clashOf(
  names: Iterable<string>,
  wordOf: (name: string) => string,
): readonly [string, string, string] | undefined {
  const byWord = new Map<string, string>();
  for (const name of names) {
    const word = wordOf(name);
    const other = byWord.get(word);
    if (other !== undefined && other !== name) return [other, name, word];
    byWord.set(word, name);
  }
  return undefined;
}

function clash(place: string, found: readonly [string, string, string] | undefined): readonly string[] {
  return found === undefined ? [] : [`${place}: "${found[0]}" and "${found[1]}" would both be "${found[2]}"`];
}

const unknown = (place: string, name: string, what: string): string =>
  `${place}: the contract has no ${what} "${name}"`;

function attributeProblems({ attributes = {} }: WordsFile): readonly string[] {
  const known = attributeNames();
  const odd = Object.keys(attributes).filter((name) => !known.has(name));
  return odd.map((name) => unknown('attributes', name, 'attribute or parameter'));
}

function schemaProblems(file: WordsFile): readonly string[] {
  const found: string[] = [];
  for (const [name, { attributes = {}, values = {} }] of Object.entries(file.schemas ?? {})) {
    if (!Object.hasOwn(schemas, name)) {
      found.push(unknown('schemas', name, 'schema'));
      continue;
    }
    const members = new Set(membersOf(refTo(name)).map((member) => member.name));
    for (const attribute of [...Object.keys(attributes), ...Object.keys(values)])
      if (!members.has(attribute)) found.push(unknown(`schemas.${name}`, attribute, 'attribute'));
    for (const [attribute, words] of Object.entries(values))
      found.push(
        ...clash(
          `schemas.${name}.values.${attribute}`,
          clashOf(Object.keys(words), (word) => words[word] ?? word),
        ),
      );
  }
  const clashes = objectSchemas().flatMap((schema) => {
    const members = new Map(membersOf(schema).map((member) => [member.name, member]));
    const wordOf = (name: string) => attributeWord(file, members.get(name) ?? { name, owners: [] });
    const owners = membersOf(schema)[0]?.owners ?? [];
    return clash(owners[0] === undefined ? 'attributes' : `schemas.${owners[0]}`, clashOf(members.keys(), wordOf));
  });
  return [...found, ...clashes];
}

function enumProblems({ enums = {} }: WordsFile): readonly string[] {
  const sets = wordSets();
  return Object.entries(enums).flatMap(([name, words]) => {
    const known = sets.get(name);
    if (known === undefined) return [unknown('enums', name, 'set of words')];
    return [
      ...Object.keys(words)
        .filter((word) => !known.includes(word))
        .map((word) => unknown(`enums.${name}`, word, 'word')),
      ...clash(
        `enums.${name}`,
        clashOf(known, (word) => ownWords(words, word) ?? word),
      ),
    ];
  });
}

const parametersIn = (path: string): string => (path.match(/\{\w+\}/g) ?? []).sort().join(' ');

/** Problems of the paths and segments that calls to the upstream would contain. */
function unsafePaths({ segments = {}, paths = {}, operations: own = {} }: WordsFile): readonly string[] {
  const places: (readonly [string, string | undefined])[] = [
    ...Object.entries(segments).map(([name, segment]) => [`segments.${name}`, segment] as const),
    ...Object.entries(paths).map(([name, path]) => [`paths.${name}`, path] as const),
    ...Object.entries(own).map(([id, { path }]) => [`operations.${id}.path`, path] as const),
  ];
  return places.flatMap(([place, path = '']) => {
    const problem = pathProblem(path);
    return problem === undefined ? [] : [`${place}: "${path}" ${problem}`];
  });
}

function parameterProblem(place: string, from: string, to: string): readonly string[] {
  const parameters = parametersIn(from);
  return parameters === parametersIn(to) ? [] : [`${place}: must have the parameters ${parameters || '(none)'}`];
}

function pathProblems(file: WordsFile): readonly string[] {
  const paths = [...operations.values()].map(({ path }) => path);
  const literals = pathSegments();
  return [
    ...Object.keys(file.segments ?? {})
      .filter((segment) => !literals.has(segment))
      .map((segment) => unknown('segments', segment, 'segment')),
    ...Object.keys(file.paths ?? {})
      .filter((path) => !paths.some((each) => isBelow(each, path)))
      .map((path) => unknown('paths', path, 'path that begins with')),
    ...Object.entries(file.paths ?? {}).flatMap(([from, to]) => parameterProblem(`paths.${from}`, from, to)),
    ...unsafePaths(file),
    ...collidingOperations(file).map(
      ([one, other]) => `paths: ${one.method} ${one.path} and ${other.method} ${other.path} would be the same route`,
    ),
  ];
}

function operationProblems(file: WordsFile): readonly string[] {
  return Object.entries(file.operations ?? {}).flatMap(([id, { path, parameters = {}, values = {} }]) => {
    const described = isOperationId(id) ? operations.get(id) : undefined;
    if (described === undefined) return [unknown('operations', id, 'operation')];
    const names = inputsOf(described);
    const odd = [...Object.keys(parameters), ...Object.keys(values)].filter((name) => !names.has(name));
    return [
      ...odd.map((name) => unknown(`operations.${id}`, name, 'parameter')),
      ...(path === undefined ? [] : parameterProblem(`operations.${id}.path`, described.path, path)),
    ];
  });
}

function inputClashes(file: WordsFile): readonly string[] {
  return [...operations.values()].flatMap((operation) => {
    const { parameters } = ownWords(file.operations, operation.id) ?? {};
    const names = operation.queryParameters.map(({ name }) => name);
    return clash(
      `operations.${operation.id}`,
      clashOf(names, (name) => attributeWord(file, { name, owners: [] }, parameters)),
    );
  });
}

function headerProblems({ headers = {} }: WordsFile): readonly string[] {
  const known = new Set<string>(knownHeaders);
  const names = Object.keys(headers);
  return [
    ...names.filter((name) => !known.has(name.toLowerCase())).map((name) => unknown('headers', name, 'header')),
    ...names.flatMap((name) => {
      const word = headers[name]?.toLowerCase() ?? name;
      return reservedHeaders.has(word) ? [`headers.${name}: must not be "${word}", which has another meaning`] : [];
    }),
    ...clash(
      'headers',
      clashOf([...known], (name) => headerWord(headers, name)),
    ),
  ];
}

function headerWord(headers: Readonly<Record<string, string>>, name: string): string {
  const [, word = name] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
  return word.toLowerCase();
}

/** Everything that is wrong with a words file, a line each; empty where nothing is. */
export function problemsOf(file: WordsFile): readonly string[] {
  return [
    ...new Set([
      ...headerProblems(file),
      ...pathProblems(file),
      ...attributeProblems(file),
      ...enumProblems(file),
      ...schemaProblems(file),
      ...operationProblems(file),
      ...inputClashes(file),
    ]),
  ];
}

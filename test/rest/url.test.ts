import { describe, expect, test } from 'vitest';
import { type OperationId, operations, standardContract } from '../../src/contract/index.ts';
import { NameMapping } from '../../src/name-mapping/index.ts';
import { RestError } from '../../src/rest/errors.ts';
import { buildUrl, type PathValues, UrlBuilder } from '../../src/rest/url.ts';

function getRestError(action: () => unknown): RestError {
  try {
    action();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('No RestError was thrown');
}

const routes = [...operations.values()].map(({ id, method, path }) => {
  const template = path.split('/');
  return { id, method, template, literalCount: template.filter((part) => !part.startsWith('{')).length };
});

/** Finds the operation of a path on a server that splits the path at slashes, decodes the segments, and prefers literals to parameters. */
function findRoute(method: string, path: string): OperationId | undefined {
  const parts = path.split('/').map(decodeURIComponent);
  const [match] = routes
    .filter(
      (route) =>
        route.method === method &&
        route.template.length === parts.length &&
        route.template.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index])),
    )
    .sort((a, b) => b.literalCount - a.literalCount);
  return match?.id;
}

describe('the URL contains a complete path parameter with', () => {
  test.each([
    ['a number above 2^31', 2_147_483_950, '/projects/2147483950'],
    ['a group path', 'meridian/platform/engine', '/projects/meridian%2Fplatform%2Fengine'],
    ['spaces', 'my group/my project', '/projects/my%20group%2Fmy%20project'],
    ['quotes', `it's "quoted"`, `/projects/it's%20%22quoted%22`],
    ['percent signs', '100%25/50%', '/projects/100%2525%2F50%25'],
    ['question mark, hash and ampersand', 'a?b#c&d=e', '/projects/a%3Fb%23c%26d%3De'],
    ['semicolon and plus', 'a;b+c', '/projects/a%3Bb%2Bc'],
    ['unicode', 'größe/日本語', '/projects/gr%C3%B6%C3%9Fe%2F%E6%97%A5%E6%9C%AC%E8%AA%9E'],
    ['characters beyond 16 bits', '🚀', '/projects/%F0%9F%9A%80'],
    ['a trailing dot', 'group/project.', '/projects/group%2Fproject.'],
    ['dots that are not a path segment', '.hidden/...', '/projects/.hidden%2F...'],
    ['a string that is already encoded', 'group%2Fproject', '/projects/group%252Fproject'],
  ])('%s', (_, id, url) => {
    expect(buildUrl(standardContract, 'getProject', { id })).toBe(url);
    const [, encoded = ''] = /^\/projects\/(.*)$/.exec(url) ?? [];
    expect(decodeURIComponent(encoded)).toBe(String(id));
  });

  test('a slash of a label title as %2F', () => {
    expect(buildUrl(standardContract, 'getLabel', { id: 'a/b', label_id: 'priority::high/now?' })).toBe(
      '/projects/a%2Fb/labels/priority%3A%3Ahigh%2Fnow%3F',
    );
  });

  test('an underscore of a resource group key as %5F', () => {
    expect(buildUrl(standardContract, 'getResourceGroup', { id: 'a_b', key: 'prod_eu_1' })).toBe(
      '/projects/a_b/resource_groups/prod%5Feu%5F1',
    );
  });
});

describe('a path parameter is rejected if it is', () => {
  test.each([
    ['empty', ''],
    ['spaces only', '   '],
    ['.', '.'],
    ['..', '..'],
    ['../../users', '../../users'],
    ['a path with ..', 'group/../../users'],
    ['a path with . in it', 'group/./project'],
    ['a path that ends in ..', 'group/..'],
    ['..\\users', '..\\users'],
    ['backslashes around ..', 'group\\..\\..\\users'],
    ['a leading slash', '/users'],
    ['a trailing slash', 'group/'],
    ['a double slash', 'group//project'],
    ['a line break', 'group\r\nHost: example.com'],
    ['a null character', 'group\0'],
    ['a lone surrogate', 'group\ud800'],
    ['encoded dots', 'group/%2e%2e/x'],
    ['partly encoded dots', 'group/.%2E'],
    ['an encoded slash between dots', '..%2fx'],
    ['an encoded backslash between dots', 'x%5c..'],
    ['dots that are encoded twice', '%252e%252e'],
    ['dots that are encoded four times', '%25252E%2525252e'],
    ['a dot that is encoded 51 times', `%${'25'.repeat(50)}2e`],
  ])('%s', (_, id) => {
    const error = getRestError(() => buildUrl(standardContract, 'getProject', { id }));
    expect(error.code).toBe('BAD_USER_INPUT');
    expect(error.violations).toEqual([{ path: ['id'], message: expect.any(String) }]);
  });

  test.each([
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['an integer above the safe range', 2 ** 53],
    ['NaN', Number.NaN],
  ])('%s', (_, id) => {
    expect(getRestError(() => buildUrl(standardContract, 'getProject', { id })).code).toBe('BAD_USER_INPUT');
  });

  test('a value that is a segment of another route', () => {
    expect(
      getRestError(() => buildUrl(standardContract, 'getPipeline', { id: 1, pipeline_id: 'latest' })).violations,
    ).toEqual([{ path: ['pipeline_id'], message: 'must be an integer' }]);
    expect(getRestError(() => buildUrl(standardContract, 'updateLabel', { id: 1, label_id: 'promote' })).code).toBe(
      'BAD_USER_INPUT',
    );
  });

  test('a value that is a segment of another route of an upstream with a name mapping', () => {
    const urls = new UrlBuilder(
      standardContract,
      new NameMapping({ operations: { promoteLabelByName: { path: '/projects/{id}/labels/lift' } } }),
    );
    const url = (label: string) => urls.build('updateLabel', { id: 1, label_id: label });
    expect(getRestError(() => url('lift')).code).toBe('BAD_USER_INPUT');
    expect(url('promote')).toBe('/projects/1/labels/promote');
  });

  test('missing', () => {
    expect(getRestError(() => buildUrl(standardContract, 'getPipeline', { id: 1 })).message).toBe(
      'pipeline_id is required',
    );
  });
});

test.each([
  ['a string', () => buildUrl(standardContract, 'listUsers', {}, { search: '\ud800' }), 'search'],
  ['a list', () => buildUrl(standardContract, 'listAllRunners', {}, { tag_list: ['a', '\udfff'] }), 'tag_list'],
  [
    'a repeated parameter',
    () => buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': ['\ud800'] }),
    'skip_groups',
  ],
  [
    'an object',
    () => buildUrl(standardContract, 'listUsers', {}, { custom_attributes: { a: '\ud800' } }),
    'custom_attributes',
  ],
  [
    'a key of an object',
    () => buildUrl(standardContract, 'listUsers', {}, { custom_attributes: { '\ud800': 'a' } }),
    'custom_attributes',
  ],
] as const)('rejects ill-formed Unicode in %s with the name of the parameter', (_, build, name) => {
  expect(getRestError(build).violations).toEqual([{ path: [name], message: 'must be well-formed Unicode' }]);
});

const specialStrings = ['a/b', 'a?b', 'a#b', 'a%2Fb', 'a%2e%2e', 'a b', "a'b", 'ü', 'a.', '.a', 'a_b', 'a;b', 'a\\b'];

/** Literal segments of all path templates, such as `latest` in `/pipelines/latest`. */
const literals = [...new Set([...operations.values()].flatMap(({ path }) => path.split('/')))].filter(
  (part) => part !== '' && !part.startsWith('{'),
);

test.each([...operations.values()].map((operation) => [operation.id, operation] as const))(
  'builds for %s only URLs of its own route',
  (id, { method, path, pathParameters }) => {
    for (const { name } of pathParameters)
      for (const text of [...specialStrings, ...literals]) {
        const values: PathValues = {
          ...Object.fromEntries(pathParameters.map((other) => [other.name, 7])),
          [name]: text,
        };
        let url: string;
        try {
          url = buildUrl(standardContract, id, values);
        } catch (error) {
          expect(error).toMatchObject({ code: 'BAD_USER_INPUT', violations: [{ path: [name] }] });
          continue;
        }
        expect(findRoute(method, url), url).toBe(id);
        expect(new URL(url, 'http://upstream').pathname).toBe(url);
        expect(url.split('/')).toHaveLength(path.split('/').length);
      }
  },
);

describe('a query', () => {
  const query = (values: Readonly<Record<string, unknown>>) => buildUrl(standardContract, 'listUsers', {}, values);

  test('has sorted parameters, so that equal calls have the same URL', () => {
    expect(query({ username: 'a', active: true })).toBe('/users?active=true&username=a');
    expect(query({ active: true, username: 'a' })).toBe('/users?active=true&username=a');
  });

  test('omits values that are undefined or null', () => {
    expect(query({ username: undefined, search: null })).toBe('/users');
  });

  test('contains values that are empty, false or zero', () => {
    expect(query({ search: '', active: false, page: 0 })).toBe('/users?active=false&page=0&search=');
  });

  test('encodes every special character', () => {
    const search = `a&b=c#d?e+f%g/h"i'j ü`;
    const url = query({ search });
    expect(new URL(url, 'http://upstream').searchParams.get('search')).toBe(search);
    expect(new URL(url, 'http://upstream').pathname).toBe('/users');
  });

  test('repeats the name of an array parameter', () => {
    expect(buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': [9, 2_147_483_900] })).toBe(
      '/groups?skip_groups%5B%5D=9&skip_groups%5B%5D=2147483900',
    );
  });

  test('omits an empty array', () => {
    expect(buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': [] })).toBe('/groups');
  });

  test('contains the keys of an object in brackets', () => {
    const url = query({ custom_attributes: { department: 'routing', 'a&b': 'c=d' } });
    expect([...new URL(url, 'http://upstream').searchParams]).toEqual([
      ['custom_attributes[department]', 'routing'],
      ['custom_attributes[a&b]', 'c=d'],
    ]);
  });

  test('joins an array whose style is comma-separated', () => {
    expect(buildUrl(standardContract, 'listAllRunners', {}, { tag_list: ['linux', 'docker'] })).toBe(
      '/runners/all?tag_list=linux%2Cdocker',
    );
  });
});

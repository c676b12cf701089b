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
  return { id, method, template, words: template.filter((part) => !part.startsWith('{')).length };
});

/** The operation that a path reaches, on a server that splits it at its slashes, decodes the parts and prefers words to parameters. */
function routeOf(method: string, path: string): OperationId | undefined {
  const parts = path.split('/').map(decodeURIComponent);
  const [found] = routes
    .filter(
      (route) =>
        route.method === method &&
        route.template.length === parts.length &&
        route.template.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index])),
    )
    .sort((a, b) => b.words - a.words);
  return found?.id;
}

describe('a path parameter arrives whole', () => {
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
    ['dots that are no path segment', '.hidden/...', '/projects/.hidden%2F...'],
    ['a text that is encoded already', 'group%2Fproject', '/projects/group%252Fproject'],
  ])('%s', (_, id, url) => {
    expect(buildUrl(standardContract, 'getProject', { id })).toBe(url);
    const [, encoded = ''] = /^\/projects\/(.*)$/.exec(url) ?? [];
    expect(decodeURIComponent(encoded)).toBe(String(id));
  });

  test('a label title with a slash is one segment', () => {
    expect(buildUrl(standardContract, 'getLabel', { id: 'a/b', label_id: 'priority::high/now?' })).toBe(
      '/projects/a%2Fb/labels/priority%3A%3Ahigh%2Fnow%3F',
    );
  });

  test('an underscore of a resource group key travels as %5F', () => {
    expect(buildUrl(standardContract, 'getResourceGroup', { id: 'a_b', key: 'prod_eu_1' })).toBe(
      '/projects/a_b/resource_groups/prod%5Feu%5F1',
    );
  });
});

describe('a path parameter that would reach another route is rejected before any call', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '   '],
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
    ['dots of which one is encoded', 'group/.%2E'],
    ['an encoded slash between dots', '..%2fx'],
    ['an encoded backslash between dots', 'x%5c..'],
    ['dots that are encoded twice', '%252e%252e'],
    ['dots that are encoded four times', '%25252E%2525252e'],
    ['an encoding without end', `%${'25'.repeat(50)}2e`],
  ])('%s', (_, id) => {
    const error = getRestError(() => buildUrl(standardContract, 'getProject', { id }));
    expect(error.code).toBe('BAD_USER_INPUT');
    expect(error.violations).toEqual([{ path: ['id'], message: expect.any(String) }]);
  });

  test.each([
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['a number that is not exact', 2 ** 53],
    ['no number', Number.NaN],
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

  test('a parameter that is missing', () => {
    expect(getRestError(() => buildUrl(standardContract, 'getPipeline', { id: 1 })).message).toBe(
      'pipeline_id is required',
    );
  });
});

test.each([
  ['a query', () => buildUrl(standardContract, 'listUsers', {}, { search: '\ud800' }), 'search'],
  ['a list', () => buildUrl(standardContract, 'listAllRunners', {}, { tag_list: ['a', '\udfff'] }), 'tag_list'],
  [
    'a repeated parameter',
    () => buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': ['\ud800'] }),
    'skip_groups',
  ],
  [
    'a hash',
    () => buildUrl(standardContract, 'listUsers', {}, { custom_attributes: { a: '\ud800' } }),
    'custom_attributes',
  ],
  [
    'a key of a hash',
    () => buildUrl(standardContract, 'listUsers', {}, { custom_attributes: { '\ud800': 'a' } }),
    'custom_attributes',
  ],
] as const)('text that is no Unicode in %s is refused by its name', (_, build, name) => {
  expect(getRestError(build).violations).toEqual([{ path: [name], message: 'must be well-formed Unicode' }]);
});

const nastyTexts = ['a/b', 'a?b', 'a#b', 'a%2Fb', 'a%2e%2e', 'a b', "a'b", 'ü', 'a.', '.a', 'a_b', 'a;b', 'a\\b'];

/** Every text of the templates' own, such as the `latest` of `/pipelines/latest`. */
const literals = [...new Set([...operations.values()].flatMap(({ path }) => path.split('/')))].filter(
  (part) => part !== '' && !part.startsWith('{'),
);

test.each([...operations.values()].map((operation) => [operation.id, operation] as const))(
  '%s: no text leaves the route',
  (id, { method, path, pathParameters }) => {
    for (const { name } of pathParameters)
      for (const text of [...nastyTexts, ...literals]) {
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
        expect(routeOf(method, url), url).toBe(id);
        expect(new URL(url, 'http://upstream').pathname).toBe(url);
        expect(url.split('/')).toHaveLength(path.split('/').length);
      }
  },
);

describe('a query', () => {
  const query = (values: Readonly<Record<string, unknown>>) => buildUrl(standardContract, 'listUsers', {}, values);

  test('comes in sorted order, so that equal calls have one name', () => {
    expect(query({ username: 'a', active: true })).toBe('/users?active=true&username=a');
    expect(query({ active: true, username: 'a' })).toBe('/users?active=true&username=a');
  });

  test('leaves out what is absent or null', () => {
    expect(query({ username: undefined, search: null })).toBe('/users');
  });

  test('keeps what is empty, false or zero', () => {
    expect(query({ search: '', active: false, page: 0 })).toBe('/users?active=false&page=0&search=');
  });

  test('encodes every character that has a meaning', () => {
    const search = `a&b=c#d?e+f%g/h"i'j ü`;
    const url = query({ search });
    expect(new URL(url, 'http://upstream').searchParams.get('search')).toBe(search);
    expect(new URL(url, 'http://upstream').pathname).toBe('/users');
  });

  test('repeats the name of an array', () => {
    expect(buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': [9, 2_147_483_900] })).toBe(
      '/groups?skip_groups%5B%5D=9&skip_groups%5B%5D=2147483900',
    );
  });

  test('leaves out an empty array', () => {
    expect(buildUrl(standardContract, 'listGroups', {}, { 'skip_groups[]': [] })).toBe('/groups');
  });

  test('writes a hash by its keys', () => {
    const url = query({ custom_attributes: { department: 'routing', 'a&b': 'c=d' } });
    expect([...new URL(url, 'http://upstream').searchParams]).toEqual([
      ['custom_attributes[department]', 'routing'],
      ['custom_attributes[a&b]', 'c=d'],
    ]);
  });

  test('joins an array that travels comma separated', () => {
    expect(buildUrl(standardContract, 'listAllRunners', {}, { tag_list: ['linux', 'docker'] })).toBe(
      '/runners/all?tag_list=linux%2Cdocker',
    );
  });
});

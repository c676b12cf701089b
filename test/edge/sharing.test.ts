/** State that concurrent operations share: each credential receives the same response as without other credentials. */
import { expect, test } from 'vitest';
import { landmarks, type Role, tokens } from '../../sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

const { publicGroup, privateGroup, busyProject, privateProject } = landmarks;
const roles = ['owner', 'guest', 'anonymous'] as const satisfies readonly Role[];

/** Selects an object twice, slices of one list, items of one list, a count, and objects that only some roles may see. */
const query = `{
  currentUser { id username }
  group(id: ${publicGroup.id}) { name projects(first: 50) { totalCount nodes { fullPath } } }
  again: group(id: ${publicGroup.id}) { visibility }
  hidden: group(id: ${privateGroup.id}) { name }
  project(id: ${busyProject.id}) {
    pipelines(first: 10) { nodes { iid status coverage } }
    total: pipelines { totalCount }
    labels(first: 3) { nodes { id name } }
  }
  private: project(id: ${privateProject.id}) { name }
  nodes(ids: ["gid://service/Label/${busyProject.id}/1", "gid://service/Label/${busyProject.id}/2", "gid://service/Label/${busyProject.id}/3"]) {
    ... on Label { name color }
  }
}`;

async function getResponse(facade: SandboxedFacade, as: Role) {
  const { data, errors = [] } = await facade.execute(query, {}, { as });
  return { data, errors: errors.map(({ message, path, extensions }) => ({ message, path, code: extensions?.code })) };
}

test('returns to each of several concurrent credentials the response that it receives alone, by its own REST calls', async () => {
  const alone = await startSandboxed({ env: { RESPONSE_CACHE_BYTES: '0' } });
  const together = await startSandboxed();
  try {
    const expected: unknown[] = [];
    const urls: string[][] = [];
    for (const role of roles) {
      alone.forget();
      expected.push(await getResponse(alone, role));
      urls.push([...new Set(alone.requests.map(({ url }) => url))].sort());
    }
    expect(new Set(expected.map((response) => JSON.stringify(response))).size).toBe(roles.length);

    // The first round fills the cache, and the others revalidate it. In each round, each credential sends three concurrent requests.
    for (const round of [1, 2, 3]) {
      together.forget();
      const requestedRoles = [0, 1, 2].flatMap(() => roles);
      const responses = await Promise.all(requestedRoles.map((role) => getResponse(together, role)));
      for (const [index, role] of requestedRoles.entries())
        expect(responses[index], `${role} in round ${round}`).toEqual(expected[roles.indexOf(role)]);
      for (const [index, role] of roles.entries()) {
        const ownRequests = together.requests.filter(
          ({ headers }) => (headers['private-token'] ?? '') === tokens[role],
        );
        // The calls of the credential alone, fewer than three separate operations would make.
        expect([...new Set(ownRequests.map(({ url }) => url))].sort()).toEqual(urls[index]);
        expect(ownRequests.length).toBeLessThan(3 * (urls[index]?.length ?? 0));
        expect(round === 1 || ownRequests.some(({ status }) => status === 304)).toBe(true);
      }
    }
  } finally {
    await alone.close();
    await together.close();
  }
});

test('marks calls with revalidated responses in a trace', async () => {
  const facade = await startSandboxed();
  const sources = async () => {
    const { extensions } = await facade.execute(
      `{ project(id: ${busyProject.id}) { name } }`,
      {},
      { headers: { 'x-portico-trace': '1' } },
    );
    return extensions?.rest?.map(({ status, source }) => [status, source]);
  };
  try {
    expect(await sources()).toEqual([[200, 'upstream']]);
    expect(await sources()).toEqual([[200, 'kept']]);
    expect(facade.requests.map(({ status }) => status)).toEqual([200, 304]);
  } finally {
    await facade.close();
  }
});

test('does not revalidate later reads by a response that arrived without a body', async () => {
  const facade = await startSandboxed();
  const read = () => facade.execute(`{ project(id: ${busyProject.id}) { name } }`);
  try {
    facade.sandbox.faults.add({ emptyBody: true, times: 1 });
    expect((await read()).errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_RESPONSE');
    expect(await read()).toEqual({ data: { project: { name: 'Engine' } } });
  } finally {
    await facade.close();
  }
});

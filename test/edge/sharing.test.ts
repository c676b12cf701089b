/** Everything that operations share, by several credentials at once: what each is answered is what it would be answered alone. */
import { expect, test } from 'vitest';
import { landmarks, type Role, tokens } from '../../src/sandbox/index.ts';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

const { publicGroup, privateGroup, busyProject, privateProject } = landmarks;
const roles = ['owner', 'guest', 'anonymous'] as const satisfies readonly Role[];

/** One object twice, windows of one list, items of one list, a number alone, and what not everybody may see. */
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

async function answersOf(facade: SandboxedFacade, as: Role) {
  const { data, errors = [] } = await facade.execute(query, {}, { as });
  return { data, errors: errors.map(({ message, path, extensions }) => ({ message, path, code: extensions?.code })) };
}

test('returns to concurrent credentials what each receives alone, with calls of its own', async () => {
  const alone = await startSandboxed({ env: { KEPT_ANSWER_BYTES: '0' } });
  const together = await startSandboxed();
  try {
    const expected: unknown[] = [];
    const urls: string[][] = [];
    for (const role of roles) {
      alone.forget();
      expected.push(await answersOf(alone, role));
      urls.push([...new Set(alone.requests.map(({ url }) => url))].sort());
    }
    expect(new Set(expected.map((answer) => JSON.stringify(answer))).size).toBe(roles.length);

    // Rounds: the first fills what is kept, the others are confirmed by it; in each round every credential asks three times at once.
    for (const round of [1, 2, 3]) {
      together.forget();
      const askingRoles = [0, 1, 2].flatMap(() => roles);
      const answers = await Promise.all(askingRoles.map((role) => answersOf(together, role)));
      for (const [index, role] of askingRoles.entries())
        expect(answers[index], `${role} in round ${round}`).toEqual(expected[roles.indexOf(role)]);
      for (const [index, role] of roles.entries()) {
        const own = together.requests.filter(({ headers }) => (headers['private-token'] ?? '') === tokens[role]);
        // Its own calls and no others, fewer than three askers alone would make.
        expect([...new Set(own.map(({ url }) => url))].sort()).toEqual(urls[index]);
        expect(own.length).toBeLessThan(3 * (urls[index]?.length ?? 0));
        expect(round === 1 || own.some(({ status }) => status === 304)).toBe(true);
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

test('does not revalidate later reads by a response that arrived without its body', async () => {
  const facade = await startSandboxed();
  const read = () => facade.execute(`{ project(id: ${busyProject.id}) { name } }`);
  try {
    facade.sandbox.faults.add({ emptyBody: true, times: 1 });
    expect((await read()).errors?.[0]?.extensions?.code).toBe('UPSTREAM_INVALID_ANSWER');
    expect(await read()).toEqual({ data: { project: { name: 'Engine' } } });
  } finally {
    await facade.close();
  }
});

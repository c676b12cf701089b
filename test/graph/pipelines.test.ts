import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxedFacade, startSandboxed } from '../harness.ts';

describe('against the sandbox', () => {
  let facade: SandboxedFacade;
  beforeAll(async () => {
    facade = await startSandboxed();
  });
  afterEach(() => facade.forget());
  afterAll(() => facade.close());

  test('the issue query costs one call for the groups, one a group and one a project', async () => {
    const { data, errors } = await facade.ask<{
      groups: { nodes: { projects: { nodes: { pipelines: { nodes: unknown[] } }[] } }[] };
    }>(/* GraphQL */ `
      {
        groups(first: 5) {
          nodes {
            fullPath
            projects(first: 10) {
              nodes {
                fullPath
                pipelines(first: 3, status: FAILED) {
                  nodes {
                    iid
                    status
                    ref
                  }
                  totalCount
                }
              }
            }
          }
        }
      }
    `);
    expect(errors).toBeUndefined();
    const projects = data.groups.nodes.flatMap((group) => group.projects.nodes);
    expect(projects.some((project) => project.pipelines.nodes.length > 0)).toBe(true);
    expect(facade.calls).toHaveLength(1 + 5 + projects.length);
  });
});

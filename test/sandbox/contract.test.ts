import { expect, it, vi } from 'vitest';
import type { Area } from '../../sandbox/kit/area.ts';
import { createClock } from '../../sandbox/kit/clock.ts';
import { getPathParameters, isRoute, Router } from '../../sandbox/kit/routes.ts';
import { Service } from '../../sandbox/kit/service.ts';
import { Store } from '../../sandbox/kit/store.ts';
import { ContractValidator } from '../../sandbox/kit/validation.ts';
import { callerOf } from '../../sandbox/world/tokens.ts';
import { operation, operations, standardContract } from '../../src/contract/index.ts';

it('has a validator for the requests and responses of every operation', () => {
  const validator = ContractValidator.for(standardContract);
  for (const each of operations.values()) {
    expect(validator.getRequestChecks(each.id).query.problems({ surprise: 1 })).toContain('surprise is unknown');
    for (const status of validator.getSuccessStatuses(each))
      expect(() => validator.findResponseViolations(each, status, null, undefined)).not.toThrow();
  }
});

const router = new Router(standardContract);

it('finds every operation by its path', () => {
  for (const { id, method, path } of operations.values()) {
    const route = router.find(method, path.replaceAll(/\{[^}]+\}/g, '7'));
    expect(isRoute(route) && route.operation.id).toBe(id);
  }
});

it('prefers literal path segments to parameters, and splits a path before it decodes the segments', () => {
  const latest = router.find('GET', '/projects/a%2Fb/pipelines/latest');
  expect(isRoute(latest) && [latest.operation.id, getPathParameters(latest)]).toEqual([
    'getLatestPipeline',
    { id: 'a/b' },
  ]);
});

it('returns 422 and records a violation if a handler returns a response that violates the contract', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const invalidProject = { id: 1, secret_plan: 'x', archived: null };
  const area: Area = { handlers: { getProject: () => invalidProject } };
  const scale = { users: 20, extraGroups: 0, extraProjects: 0, pipelines: 20 };
  const service = new Service(() => new Store(createClock(), scale, 1), [area], standardContract);
  const caller = callerOf(service.store, '');
  if (caller === undefined) throw new Error('The sandbox has no anonymous caller');
  const response = await service.execute({
    operation: operation('getProject'),
    pathParameters: { id: '1' },
    query: {},
    search: new URLSearchParams(),
    url: 'http://localhost/api/v4/projects/1',
    body: { value: undefined, texts: false, files: [] },
    caller,
  });
  expect(response.status).toBe(422);
  expect(service.violations).toMatchObject([{ operation: 'getProject', status: 200 }]);
  expect(service.violations[0]?.problems.join()).toContain('secret_plan');
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

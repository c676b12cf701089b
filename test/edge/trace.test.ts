import { expect, test } from 'vitest';
import { standardContract } from '../../src/contract/index.ts';
import { withTrace } from '../../src/edge/operation/trace.ts';
import { NameTranslator } from '../../src/rest/name-translator.ts';
import type { CallRecord, RestRequest } from '../../src/rest/request.ts';

const record: CallRecord = {
  operation: 'setFeatureFlag',
  method: 'POST',
  path: '/features/{name}',
  field: 'Mutation.featureFlagSet',
  status: 201,
  durationMs: 5,
  source: 'upstream',
};

const createTrace = (request: RestRequest) =>
  withTrace(
    { data: null },
    { calls: [{ ...record, request, startedAt: 107.126 }], startedAt: 100, contract: standardContract },
    { tracing: 'contract', names: new NameTranslator(standardContract, undefined) },
  ).extensions?.rest;

test('traces the sent path and query without secrets', () => {
  const request = { operation: 'setFeatureFlag', path: { name: 'a/b' }, query: { private_token: 'geheim/1' } } as const;
  expect(createTrace(request)).toMatchObject([{ url: '/features/a%2Fb?private_token=[redacted]', startMs: 7.13 }]);
});

test('traces a call with the URL null if its parameters cannot be encoded, so that it was not sent', () => {
  expect(createTrace({ operation: 'setFeatureFlag', path: { name: '\ud800' } })).toMatchObject([{ url: null }]);
});

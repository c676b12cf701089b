/** Random operations with `@defer` and `@stream`, compared with graphql-js and with single responses. */
import fc from 'fast-check';
import { DeferStreamDirectiveOnRootFieldRule, OverlappingFieldsCanBeMergedRule, validate } from 'graphql';
import { expect, test } from 'vitest';
import { findFailedPaths } from '../incremental-parts.ts';
import { holds, timeoutMs } from '../properties/holds.ts';
import { type RandomCase, randomCases } from './random/case.ts';
import { expectPartOf, expectSameMergedResult } from './random/comparison.ts';
import {
  observeAll,
  observeIncremental,
  observeIncrementalGraphqlJs,
  withoutIncremental,
} from './random/observation.ts';
import { trackRejections } from './random/rejections.ts';

const seconds = 4;

const expectHandledRejections = trackRejections();

/** Rules of validation without which parts have no defined result. */
const rules = [DeferStreamDirectiveOnRootFieldRule, OverlappingFieldsCanBeMergedRule];

const isValid = ({ random, document }: RandomCase): boolean => validate(random.schema, document, rules).length === 0;

async function observeBoth(subject: RandomCase) {
  fc.pre(isValid(subject));
  const { result: actual, world, parts } = await expectHandledRejections(() => observeIncremental(subject));
  const { result: complete } = await observeAll(withoutIncremental(subject));
  if (actual === undefined || complete === undefined) throw new Error('The execution does not end');
  const resolved = world.calls.filter((call) => call.startsWith('resolve '));
  expect(resolved).toEqual([...new Set(resolved)]);
  return { actual, complete, failedPaths: findFailedPaths(parts) };
}

test(
  'merges parts with deferred fragments to the merged result of graphql-js',
  async () => {
    const property = fc.asyncProperty(randomCases(undefined, ['defer']), async (subject) => {
      const { actual, complete } = await observeBoth(subject);
      const { result: expected } = await observeIncrementalGraphqlJs(subject);
      if (expected === undefined) throw new Error('graphql-js does not end');
      expectSameMergedResult(actual, expected, complete);
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

// graphql-js 17.1 loses items of streamed lists that are completed after the end of the list.
test(
  'merges parts to the single response of graphql-js, except below errors',
  async () => {
    const property = fc.asyncProperty(randomCases(undefined, ['defer', 'stream']), async (subject) => {
      const { actual, complete, failedPaths } = await observeBoth(subject);
      expectPartOf(actual, complete, failedPaths);
    });
    await holds(property, seconds);
  },
  timeoutMs(seconds),
);

/** Addresses that areas declare are held against the contract by the compiler. */
import { expect, test } from 'vitest';
import { defineResourceType, type Fields } from '../../src/graph/kit/fields/index.ts';
import { defineMutation } from '../../src/graph/kit/fields/mutation.ts';
import { Pipeline } from '../../src/graph/pipelines.ts';
import { Project } from '../../src/graph/projects.ts';

/** Never called: only its types count. `npm run typecheck` fails where one of the mistakes compiles. */
function declare(f: Fields<object, 'id'>, root: Fields<object, never>) {
  return [
    f.lookup(Project, { description: '' }),
    f.lookup(Pipeline, { description: '', path: ({ id }) => ({ id, pipeline_id: 1 }) }),
    // @ts-expect-error A pipeline has a parameter that its parent lacks.
    f.lookup(Pipeline, { description: '' }),
    // @ts-expect-error The parameter has another name.
    f.lookup(Pipeline, { description: '', path: ({ id }) => ({ id, pipelineId: 1 }) }),
    // @ts-expect-error The parent has no such parameter.
    f.lookup(Pipeline, { description: '', path: ({ id, iid }) => ({ id, pipeline_id: iid }) }),
    // @ts-expect-error The root has no path parameters at all.
    root.lookup(Project, { description: '' }),
    f.call('getProject'),
    // @ts-expect-error The call takes a parameter that the parent lacks.
    f.call('getPipeline'),
    // @ts-expect-error The parameter has another name.
    f.call('getPipeline', { path: ({ id }) => ({ id, pipelineId: 1 }) }),
    f.connection('listPipelines', Pipeline),
    // @ts-expect-error The list takes a parameter that the parent lacks.
    f.connection('listPipelineVariables'),
    // @ts-expect-error The list takes a parameter that the root lacks.
    root.connection('listPipelines', Pipeline),
    // @ts-expect-error There is no such operation.
    defineResourceType({ name: 'Typo', schema: 'Pipeline', retrieve: 'getPipelines' }),
    // @ts-expect-error The list takes a parameter that the type lacks.
    defineResourceType({ name: 'Typo', schema: 'Pipeline', parameters: ['pipeline_id'], search: 'listPipelines' }),
    // @ts-expect-error The path has another name for the parameter.
    defineResourceType({
      name: 'Typo',
      schema: 'Pipeline',
      retrieve: 'getPipeline',
      getItemPath: ({ id }) => ({ id, key: id }),
    }),
    defineMutation('retry', { operation: 'retryPipeline', target: Pipeline, payload: () => ({}) }),
    defineMutation('create', { operation: 'createPipeline', in: Project, payload: () => ({}) }),
    // @ts-expect-error The call takes path parameters, and nothing says where they come from.
    defineMutation('retry', { operation: 'retryPipeline', payload: () => ({}) }),
    // @ts-expect-error The target has not all of the path parameters.
    defineMutation('retry', { operation: 'retryPipeline', target: Project, payload: () => ({}) }),
    // @ts-expect-error What is around the target does not say which one.
    defineMutation('retry', { operation: 'retryPipeline', in: Project, payload: () => ({}) }),
  ];
}

test('rejects errors in a path at compile time', () => {
  expect(declare).toHaveLength(2);
});

test('derives the path parameters of a type from the call that returns it', () => {
  expect(Project.parameters).toEqual(['id']);
  expect(Pipeline.parameters).toEqual(['id', 'pipeline_id']);
});

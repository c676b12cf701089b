/** The compiler checks the path parameters that areas declare against the contract. */
import { expect, test } from 'vitest';
import { defineResourceType, type Fields } from '../../src/graph/kit/fields/index.ts';
import { defineMutation } from '../../src/graph/kit/fields/mutation.ts';
import { Pipeline } from '../../src/graph/pipelines.ts';
import { Project } from '../../src/graph/projects.ts';

/** Never called. `npm run typecheck` fails if a line below `@ts-expect-error` compiles, or if another line does not. */
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
    // @ts-expect-error The root has no path parameters.
    root.lookup(Project, { description: '' }),
    f.call('getProject'),
    // @ts-expect-error The call requires a parameter that the parent lacks.
    f.call('getPipeline'),
    // @ts-expect-error The parameter has another name.
    f.call('getPipeline', { path: ({ id }) => ({ id, pipelineId: 1 }) }),
    f.connection('listPipelines', Pipeline),
    // @ts-expect-error The list requires a parameter that the parent lacks.
    f.connection('listPipelineVariables'),
    // @ts-expect-error The list requires a parameter that the root lacks.
    root.connection('listPipelines', Pipeline),
    // @ts-expect-error There is no such operation.
    defineResourceType({ name: 'Typo', schema: 'Pipeline', retrieve: 'getPipelines' }),
    // @ts-expect-error The list requires a parameter that the type lacks.
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
    // @ts-expect-error The call requires path parameters, which no option determines.
    defineMutation('retry', { operation: 'retryPipeline', payload: () => ({}) }),
    // @ts-expect-error The target lacks a path parameter.
    defineMutation('retry', { operation: 'retryPipeline', target: Project, payload: () => ({}) }),
    // @ts-expect-error The project does not identify the pipeline.
    defineMutation('retry', { operation: 'retryPipeline', in: Project, payload: () => ({}) }),
  ];
}

test('declares valid and invalid paths for npm run typecheck, which checks them', () => {
  expect(declare).toHaveLength(2);
});

test('derives the path parameters of a resource type from its `retrieve` operation', () => {
  expect(Project.parameters).toEqual(['id']);
  expect(Pipeline.parameters).toEqual(['id', 'pipeline_id']);
});

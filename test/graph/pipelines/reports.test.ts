/** Variables and test reports, with responses of the reference documentation. */
import { describe, expect, test } from 'vitest';
import { everything } from '../everything.ts';
import { startStubbed } from '../stub-upstream.ts';

describe('listPipelineVariables', () => {
  test('returns ENV_VAR for a variable without a type', async () => {
    const { execute } = await startStubbed({
      'GET /projects/1/pipelines/46/variables': {
        body: [
          { key: 'RUN_NIGHTLY_BUILD', variable_type: 'env_var', value: 'true' },
          { key: 'KUBECONFIG', variable_type: 'file', value: 'a\nb' },
          { key: 'foo', value: 'bar' },
        ],
      },
    });
    const query = '{ project(id: 1) { pipeline(id: "46") { variables { nodes { key variableType value } } } } }';
    expect(await execute(query)).toEqual({
      data: {
        project: {
          pipeline: {
            variables: {
              nodes: [
                { key: 'RUN_NIGHTLY_BUILD', variableType: 'ENV_VAR', value: 'true' },
                { key: 'KUBECONFIG', variableType: 'FILE', value: 'a\nb' },
                { key: 'foo', variableType: 'ENV_VAR', value: 'bar' },
              ],
            },
          },
        },
      },
    });
  });
});

describe('test reports, whose counts have other REST names in the summary', () => {
  test('getPipelineTestReport returns every attribute', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/1/pipelines/46/test_report': {
        body: {
          total_time: 5.25,
          total_count: 3,
          success_count: 1,
          failed_count: 1,
          skipped_count: 0,
          error_count: 1,
          test_suites: [
            {
              name: 'Secure',
              total_time: 5.25,
              total_count: 3,
              success_count: 1,
              failed_count: 1,
              skipped_count: 0,
              error_count: 1,
              test_cases: [
                {
                  status: 'success',
                  name: 'Security Reports can create an auto-remediation MR',
                  classname: 'vulnerability_management_spec',
                  execution_time: 5,
                  system_output: null,
                  stack_trace: null,
                },
                {
                  status: 'failed',
                  name: 'second',
                  classname: 'spec',
                  execution_time: 0.25,
                  system_output: 'expected 1',
                },
              ],
            },
          ],
        },
      },
    });
    const { data } = await execute(
      `{ project(id: 1) { pipeline(id: "46") { testReport { ${everything('TestReport')} } } } }`,
    );
    expect(data).toEqual({
      project: {
        pipeline: {
          testReport: {
            totalTime: 5.25,
            totalCount: 3,
            successCount: 1,
            failedCount: 1,
            skippedCount: 0,
            errorCount: 1,
            testSuites: [
              {
                name: 'Secure',
                totalTime: 5.25,
                totalCount: 3,
                successCount: 1,
                failedCount: 1,
                skippedCount: 0,
                errorCount: 1,
                testCases: [
                  {
                    status: 'success',
                    name: 'Security Reports can create an auto-remediation MR',
                    classname: 'vulnerability_management_spec',
                    executionTime: 5,
                    systemOutput: null,
                    stackTrace: null,
                  },
                  {
                    status: 'failed',
                    name: 'second',
                    classname: 'spec',
                    executionTime: 0.25,
                    systemOutput: 'expected 1',
                    stackTrace: null,
                  },
                ],
              },
            ],
          },
        },
      },
    });
    expect(calls).toEqual(['GET /projects/1/pipelines/46/test_report']);
  });

  test('getPipelineTestReportSummary returns every attribute', async () => {
    const { execute, calls } = await startStubbed({
      'GET /projects/1/pipelines/46/test_report_summary': {
        body: {
          total: { time: 1904, count: 3363, success: 3351, failed: 0, skipped: 12, error: 0, suite_error: null },
          test_suites: [
            {
              name: 'test',
              total_time: 1904,
              total_count: 3363,
              success_count: 3351,
              failed_count: 0,
              skipped_count: 12,
              error_count: 0,
              build_ids: [66_004, 5_000_000_001],
              suite_error: 'JUnit XML parsing failed',
            },
          ],
        },
      },
    });
    const summary = everything('TestReportSummary');
    const { data } = await execute(`{ project(id: 1) { pipeline(id: "46") { testReportSummary { ${summary} } } } }`);
    expect(data).toEqual({
      project: {
        pipeline: {
          testReportSummary: {
            total: {
              totalTime: 1904,
              totalCount: 3363,
              successCount: 3351,
              failedCount: 0,
              skippedCount: 12,
              errorCount: 0,
              suiteError: null,
            },
            testSuites: [
              {
                name: 'test',
                totalTime: 1904,
                totalCount: 3363,
                successCount: 3351,
                failedCount: 0,
                skippedCount: 12,
                errorCount: 0,
                jobIds: [66_004, 5_000_000_001],
                suiteError: 'JUnit XML parsing failed',
              },
            ],
          },
        },
      },
    });
    expect(calls).toEqual(['GET /projects/1/pipelines/46/test_report_summary']);
  });
});

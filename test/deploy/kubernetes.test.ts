/** The manifests for Kubernetes and the unit for systemd, as far as they can be checked without these. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/config/settings.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly { readonly ports: readonly { name: string; containerPort: number }[] }[];
      };
    };
  };
}

const manifests: readonly Manifest[] = parseAllDocuments(read('deploy/kubernetes/portico.yaml')).map((document) =>
  document.toJS(),
);
const manifest = (kind: string): Manifest => {
  const [match, ...duplicates] = manifests.filter((each) => each.kind === kind);
  if (match === undefined || duplicates.length > 0) throw new Error(`There is not exactly one ${kind}`);
  return match;
};

/** Returns the errors of TypeScript for objects, by the types that are generated from the interface of Kubernetes. */
function getTypeErrors(objects: readonly Manifest[]): readonly string[] {
  const file = fileURLToPath(new URL('test/deploy/manifests.ts', root));
  const text = objects
    .map((object, index) => {
      const group = object.apiVersion === 'v1' ? 'core/v1' : object.apiVersion.replace('.k8s.io', '');
      return `import type { ${object.kind} as Type${index} } from 'kubernetes-types/${group}.js';
export const object${index}: Type${index} = ${JSON.stringify(object, null, 2)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('the manifests conform to the types of Kubernetes', () => {
  expect(manifests.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Deployment',
    'Service',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
  ]);
  expect(getTypeErrors(manifests)).toEqual([]);
  const misspelled: Manifest = JSON.parse(
    JSON.stringify(manifest('Deployment')).replace('"readinessProbe"', '"ready"'),
  );
  expect(getTypeErrors([misspelled])).toEqual([expect.stringMatching(/"ready".* does not exist in type 'Container'/)]);
});

test('the manifests contain existing settings, the ports of the process, and enough time for a stop', () => {
  const { data } = manifest('ConfigMap');
  const names = new Set(settings.flatMap(({ name }) => [name, `${name}_FILE`]));
  expect(Object.keys(data).filter((name) => !names.has(name))).toEqual([]);
  const { metadata, spec } = manifest('Deployment').spec.template;
  expect(spec.containers[0]?.ports.map(({ containerPort }) => containerPort)).toEqual([
    4000,
    Number(data.METRICS_PORT),
  ]);
  expect(metadata.annotations['prometheus.io/port']).toBe(data.METRICS_PORT);
  const stopMs = Number(data.LAME_DUCK_MS) + Number(data.DRAIN_TIMEOUT_MS);
  expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(stopMs + 10_000);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.log('systemd-analyze is not installed; the unit is not checked by it');

test.skipIf(!hasSystemd)('the unit for systemd is valid', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/portico.service'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/**
 * Writes the figures of the guides from the last complete run of the benchmark, bench/results.json. A guide marks the place of a figure by a comment:
 *
 *     <!-- figure W4: Portico -->0.10<!-- /figure -->                         milliseconds of CPU of an operation
 *     <!-- figure W4: Grafast to Portico -->1.31<!-- /figure -->              ratio of two
 *     <!-- figure W2: GraphQL Mesh calls -->201<!-- /figure -->               REST calls of an operation
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Results } from '../bench/report.ts';

const root = new URL('..', import.meta.url);
const results: Results = JSON.parse(readFileSync(new URL('bench/results.json', root), 'utf8'));

function find(workload: string, server: string) {
  const result = results[workload]?.[server];
  if (result === undefined) throw new Error(`bench/results.json contains no ${server} in ${workload}`);
  return result;
}

const format = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toFixed(2));

/** @param name a server, two of them with `to` between, or a server and `calls` */
function figureOf(workload: string, name: string): string {
  const [, counted] = /^(.*) calls$/.exec(name) ?? [];
  if (counted !== undefined) return String(find(workload, counted).calls);
  const [own = '', reference] = name.split(' to ');
  const { cpu } = find(workload, own);
  return format(reference === undefined ? cpu : cpu / find(workload, reference).cpu);
}

for (const file of globSync('docs/*.md', { cwd: root })) {
  const url = new URL(file, root);
  const page = readFileSync(url, 'utf8');
  const written = page.replace(
    /(<!-- figure (\S.*?): (.+?) -->).*?(?=<!-- \/figure -->)/g,
    (_, marker: string, workload: string, name: string) => `${marker}${figureOf(workload, name)}`,
  );
  if (written !== page) writeFileSync(url, written);
}

/** Reads metrics as Prometheus does. */
import type { Facade } from '../harness.ts';

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All series of a text in the form of Prometheus; fails on a line that is none. */
export function parseSeries(text: string): readonly Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (value === undefined) throw new Error(`No series: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** Reads the metrics of the management port of a facade. */
export async function scrape({ managementUrl }: Pick<Facade, 'managementUrl'>): Promise<readonly Series[]> {
  if (managementUrl === undefined) throw new Error('There is no management port');
  const response = await fetch(new URL('/metrics', managementUrl));
  return parseSeries(await response.text());
}

/** The value of the series with exactly these labels; undefined where there is none. */
export function seriesValue(
  series: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const keyOf = (each: Series['labels']) => JSON.stringify(Object.entries(each).toSorted());
  return series.find((each) => each.name === name && keyOf(each.labels) === keyOf(labels))?.value;
}

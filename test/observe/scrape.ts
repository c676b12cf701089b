/** Reads metrics as Prometheus does. */
import type { Facade } from '../harness.ts';

export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses the text format of Prometheus. @throws Error for an invalid line */
export function parseSeries(text: string): readonly Series[] {
  const seriesLines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return seriesLines.map((line) => {
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

/** Returns the value of the series with exactly these labels; `undefined` if it does not exist. */
export function seriesValue(
  series: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const toKey = (each: Series['labels']) => JSON.stringify(Object.entries(each).toSorted());
  return series.find((each) => each.name === name && toKey(each.labels) === toKey(labels))?.value;
}

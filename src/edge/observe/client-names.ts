/** Names and versions of client applications, from request headers. */
import { LabelValues, otherValue } from './label-values.ts';

/** Client application. */
export interface ClientName {
  readonly name: string;
  /** `undefined` if the client does not send it. */
  readonly version: string | undefined;
}

/** Form of a name or version that becomes a label: no quotes, backslashes or control characters. */
const labelForm = /^[\w.@:/+ -]{1,64}$/;

/** Headers with the name and version of a client application, in the order of precedence. */
export const clientHeaders = [
  ['apollographql-client-name', 'apollographql-client-version'],
  ['x-client-name', 'x-client-version'],
] as const;

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

function readHeader(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && labelForm.test(value) ? value : undefined;
}

/** Client application of a request; `undefined` if the headers have no name in the format of a label. */
export function readClientName(headers: HeaderValues): ClientName | undefined {
  for (const [nameHeader, versionHeader] of clientHeaders) {
    const name = readHeader(headers, nameHeader);
    if (name !== undefined) return { name, version: readHeader(headers, versionHeader) };
  }
  return undefined;
}

/** Labels of client applications: the first ones of accepted callers. */
export class ClientLabels {
  readonly #names: LabelValues;
  readonly #versions: LabelValues;

  /** @param max clients, and versions of all clients together */
  constructor(max: number) {
    this.#names = new LabelValues(max);
    this.#versions = new LabelValues(max);
  }

  /**
   * Labels of a client: its name and version, `other` for those beyond the limit, and `none` for those that are not sent.
   * @param mayLearn whether new names may become labels, because the upstream has accepted the caller
   */
  get(client: ClientName | undefined, mayLearn: boolean): { readonly client: string; readonly version: string } {
    if (client === undefined) return { client: 'none', version: 'none' };
    const name = this.#names.get(client.name, mayLearn);
    const version = client.version ?? 'none';
    if (name === otherValue) return { client: name, version: otherValue };
    const isListed = this.#versions.get(`${name} ${version}`, mayLearn) !== otherValue;
    return { client: name, version: isListed ? version : otherValue };
  }
}

/** What the header Accept tells, without the weights that clients may give their types. */
import { Remembered } from '../remembered.ts';

export type JsonType = 'application/json' | 'application/graphql-response+json';

/** What a client accepts. */
export interface AcceptedTypes {
  /** The type of a single result; undefined where the client names no type of JSON. */
  readonly json: JsonType | undefined;
  /** Whether the client names the type of Server-Sent Events. */
  readonly eventStream: boolean;
}

const eventStream = 'text/event-stream';
/** The types that stand for one of JSON. */
const jsonTypes: ReadonlyMap<string, JsonType> = new Map([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['*/json', 'application/json'],
  ['application/json', 'application/json'],
  ['*/graphql-response+json', 'application/graphql-response+json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
]);

/** Headers that are remembered, and the characters of the longest. */
const [remembered, longest] = [1000, 500];
const known = new Remembered<AcceptedTypes>(remembered, longest);

/** The types in a header that can be had in UTF-8, in their order. */
function typesIn(accept: string): string[] {
  return accept
    .replace(/\s/g, '')
    .toLowerCase()
    .split(',')
    .flatMap((entry) => {
      const [type = '', ...parameters] = entry.split(';');
      const charset = parameters.find((parameter) => parameter.includes('charset='));
      return charset === undefined || charset === 'charset=utf-8' ? [type] : [];
    });
}

function read(accept: string): AcceptedTypes {
  const types = typesIn(accept);
  const [json] = types.flatMap((type) => jsonTypes.get(type) ?? []);
  return { json, eventStream: types.includes(eventStream) };
}

const everything: AcceptedTypes = { json: 'application/json', eventStream: false };

/** What a client accepts. @param accept its header, where it sent one */
export function acceptedTypes(accept = ''): AcceptedTypes {
  if (accept === '' || accept === '*/*') return everything;
  let types = known.get(accept);
  if (types === undefined) {
    types = read(accept);
    known.set(accept, types);
  }
  return types;
}

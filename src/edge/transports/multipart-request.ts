/** GraphQL multipart requests: an operation whose variables contain files. */
import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import type { Config } from '../../config/config.ts';
import { isRecord } from '../../helpers/is-record.ts';
import { nameJsonType } from '../../helpers/json-type.ts';
import { quote } from '../../helpers/truncate.ts';
import { charsetOf } from '../../rest/charset.ts';
import { checkJson, decodeUtf8, type JsonLimits, parseJson, rejectBatch } from '../operation/json.ts';
import type { Parameters } from '../operation/parameters.ts';
import { RequestError, requestError } from '../operation/request-error.ts';

export type MultipartLimits = JsonLimits & Pick<Config, 'maxParts'>;

/** Characters of a path in the variables to which a file is assigned. */
const maxPathLength = 200;

/** Upper bound on the bytes of a delimiter and the headers of its part. */
const maxPartHeadBytes = 16 * 1024;

/** Characters of a boundary (RFC 2046). */
const boundaryForm = /^[\w'()+,\-./:=? ]+$/;

const lineFeed = 0x0a;
const replacementCharacter = '\ufffd';

const badRequest = (message: string) => requestError('BAD_REQUEST', message);

export const partLimit = (problem: string, { maxParts }: MultipartLimits) =>
  requestError('PART_LIMIT', `${problem}: the limit is ${maxParts}. Send fewer in one request`);

/** Returns the boundary that a content type names. The parser receives only this one, as it could find another in parameters such as `boundary*`. */
function parseBoundary(contentType: string): string {
  const boundaries = [...contentType.matchAll(/boundary=(?:"([^"]+)"|([^;\s"]+))/gi)];
  const boundary = boundaries[0]?.[1] ?? boundaries[0]?.[2];
  if (boundary === undefined || boundaries.length > 1)
    throw badRequest('The content type multipart/form-data must name one boundary');
  // The parser interprets other characters, such as escapes, and would find other parts than these checks.
  if (!boundaryForm.test(boundary))
    throw badRequest(
      "The boundary of multipart/form-data must consist of letters, digits, spaces and the characters ' ( ) + _ , - . / : = ?",
    );
  return boundary;
}

/** Rejects too many parts before they are parsed, because the parser would read the whole body, and charsets that it does not support. */
function checkParts(body: Buffer, boundary: string, limits: MultipartLimits): void {
  const delimiter = `--${boundary}`;
  // There is one delimiter before the first part and one after each part.
  let left = limits.maxParts + 1;
  for (let index = body.indexOf(delimiter); index !== -1; index = body.indexOf(delimiter, index + delimiter.length)) {
    left -= 1;
    if (left < 0) throw partLimit('The multipart request has too many parts', limits);
    if (index === 0 || body[index - 1] === lineFeed)
      checkHead(body.subarray(index, index + maxPartHeadBytes), limits.maxParts + 1 - left);
  }
}

/** Rejects headers that are too long, and charsets that the parser does not support. @param number of the part, from 1 */
function checkHead(start: Buffer, number: number): void {
  const end = start.indexOf('\r\n\r\n');
  if (end === -1 && start.length === maxPartHeadBytes)
    throw badRequest(`The headers of part ${number} of the form are too long: the limit is ${maxPartHeadBytes} bytes`);
  const head = start.subarray(0, Math.max(0, end));
  // The parser replaces bytes that are not UTF-8.
  if (!isUtf8(head)) throw badRequest(`The headers of part ${number} of the form are not valid text in UTF-8`);
  const headers = head.toString();
  const [, name] = /^content-disposition:.*[; ]name="([^"]{1,100})"/im.exec(headers) ?? [];
  // The parser ignores the charset.
  const charset = charsetOf(/^content-type:(.*)$/im.exec(headers)?.[1]);
  const part = name === undefined ? number : `"${name}"`;
  if (charset !== undefined)
    throw badRequest(`The part ${part} has the unsupported charset ${charset}. Send it in UTF-8`);
}

/** Parses the parts. */
function parseForm(body: Buffer, boundary: string, limits: MultipartLimits): Promise<FormData> {
  const form = new FormData();
  const { promise, resolve, reject } = Promise.withResolvers<FormData>();
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // A part that the parser skips would wait for a reader once this many bytes of it are buffered.
    fileHwm: body.length + 1,
    limits: { fieldSize: body.length, parts: limits.maxParts },
    defCharset: 'utf-8',
  });
  parser.on('field', (name, value) => form.set(name, value));
  parser.on('file', (name, stream, filename, _, type) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => form.set(name, new File(chunks, filename, { type })));
  });
  parser.on('partsLimit', () => reject(partLimit('The multipart request has too many parts', limits)));
  parser.on('error', reject);
  parser.on('finish', () => resolve(form));
  parser.end(body);
  return promise;
}

async function readForm(body: Buffer, boundary: string, limits: MultipartLimits): Promise<FormData> {
  try {
    return await parseForm(body, boundary, limits);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw badRequest(
      'The request body is not complete multipart/form-data: each part must begin with the boundary that the header Content-Type names, and the body must end with the boundary and "--"',
    );
  }
}

/** Parses a part of JSON, which some clients send with a file name. */
async function parsePart(body: Buffer, form: FormData, name: string, limits: JsonLimits): Promise<unknown> {
  const part = form.get(name);
  if (part === null) return undefined;
  const subject = `The part "${name}"`;
  const text = typeof part === 'string' ? part : decodeUtf8(Buffer.from(await part.arrayBuffer()), subject);
  // The parser replaces bytes that are not UTF-8, so that the body does not contain the text.
  if (text.includes(replacementCharacter) && !body.includes(text))
    throw badRequest(`${subject} is not valid text in UTF-8`);
  checkJson(text, limits);
  return parseJson(text, subject);
}

/** Whether a value has members. Arrays have them by index. */
const hasMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Replaces the null at a path by a file. @returns whether the path leads to null */
function assignFile(operations: Record<string, unknown>, path: string, file: File): boolean {
  const names = path.split('.');
  const last = names.pop() ?? '';
  if (names[0] !== 'variables') return false;
  let target: unknown = operations;
  for (const name of names) {
    if (!hasMembers(target) || !Object.hasOwn(target, name)) return false;
    target = target[name];
  }
  if (!hasMembers(target) || !Object.hasOwn(target, last) || target[last] !== null) return false;
  target[last] = file;
  return true;
}

/** Paths in the variables by the names of the parts that they receive. */
function checkMap(map: unknown, limits: MultipartLimits): readonly (readonly [string, readonly string[]])[] {
  const { maxParts } = limits;
  if (!isRecord(map) || Array.isArray(map))
    throw badRequest(
      'The part "map" must be a JSON object with a list of paths for the name of each file part, such as {"0": ["variables.file"]}',
    );
  const entries = Object.entries(map);
  if (entries.length > maxParts) throw partLimit('The part "map" names too many parts', limits);
  let left = maxParts;
  return entries.map(([name, paths]) => {
    if (!Array.isArray(paths)) throw badRequest(`The part "map" must contain a list of paths for ${quote(name)}`);
    left -= paths.length;
    if (left < 0) throw partLimit('The part "map" contains too many paths', limits);
    const isPath = (path: unknown): path is string => typeof path === 'string' && path.length <= maxPathLength;
    if (!paths.every(isPath))
      throw badRequest(
        `The paths for ${quote(name)} in the part "map" must be strings of at most ${maxPathLength} characters`,
      );
    return [name, paths];
  });
}

/** Reads the parameters of a multipart request. @throws GraphQLError that names the invalid part */
export async function parseMultipart(body: Buffer, contentType: string, limits: MultipartLimits): Promise<Parameters> {
  const boundary = parseBoundary(contentType);
  checkParts(body, boundary, limits);
  const form = await readForm(body, boundary, limits);
  // Charset of all parts without one of their own (RFC 7578).
  const charset = charsetOf(`text/plain; charset=${form.get('_charset_') ?? 'utf-8'}`);
  if (charset !== undefined)
    throw badRequest(
      `The part "_charset_" names the unsupported charset ${charset}. Send the form in UTF-8, without this part`,
    );
  const operations = await parsePart(body, form, 'operations', limits);
  if (Array.isArray(operations)) rejectBatch();
  if (operations === undefined)
    throw badRequest('The form has no part "operations", which contains the operation of a GraphQL multipart request');
  if (!isRecord(operations))
    throw badRequest(`The part "operations" must be a JSON object, not ${nameJsonType(operations)}`);
  const map = await parsePart(body, form, 'map', limits);
  for (const [name, paths] of map === undefined ? [] : checkMap(map, limits)) {
    const file = form.get(name);
    if (file === null) throw badRequest(`The form has no part ${quote(name)}, which its part "map" names`);
    if (typeof file === 'string')
      throw badRequest(`The part ${quote(name)} must be a file: its header Content-Disposition needs a filename`);
    for (const path of paths)
      if (!assignFile(operations, path, file))
        throw badRequest(
          `The path ${quote(path)} for ${quote(name)} in the part "map" must identify a null in the part "operations". Set the variable of each file to null there, and begin its path with "variables."`,
        );
  }
  return operations;
}

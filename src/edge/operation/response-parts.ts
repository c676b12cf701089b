/** Parts of an incremental response as clients receive them: masked errors, limits for all parts together, and the REST calls. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Config } from '../../config/config.ts';
import type { InitialResult, PartErrors, SubsequentResult } from '../../execution/index.ts';
import type { LocatedValue } from './largest-path.ts';
import { errorCodes } from './log.ts';
import { hasRootData } from './operation-reporter.ts';
import {
  boundedErrors,
  createTooLongError,
  isSurelyLongerThan,
  presentErrors,
  type ReplacedWrite,
  replacedBy,
  textOf,
} from './response.ts';

type PartLimits = Pick<Config, 'maxErrors' | 'maxResponseBytes'>;

type Formatted<T> = Omit<T, 'errors' | 'omittedErrors'> & { readonly errors?: readonly GraphQLFormattedError[] };

/** Part of a response. The transports format its own errors, as those of a single result. */
export interface ResponsePart extends ExecutionResult {
  readonly pending?: InitialResult['pending'];
  readonly incremental?: readonly Formatted<NonNullable<SubsequentResult['incremental']>[number]>[];
  readonly completed?: readonly Formatted<NonNullable<SubsequentResult['completed']>[number]>[];
  readonly hasNext: boolean;
}

export interface ResponsePartsOptions {
  readonly limits: PartLimits;
  /** Masks an error. */
  readonly present: (error: GraphQLError) => GraphQLError;
  /** Error that replaces a part of a caller with too many unsent bytes; `undefined` if the part may be sent. */
  readonly getUnsentError: (measure: () => number, replaced: ReplacedWrite) => GraphQLError | undefined;
  /** Effect of the writes of a first part, whose result an error replaces. */
  readonly getReplacedWrite: (first: ExecutionResult) => ReplacedWrite;
  /** Extensions of the first part and of the last one; `undefined` if the client requests none. */
  readonly extensions: () => ExecutionResult['extensions'];
}

/** Converts the parts of one response, in their order. */
export class ResponseParts {
  readonly #options: ResponsePartsOptions;
  /** Paths of the ids for which more parts follow. */
  readonly #open = new Map<string, readonly (string | number)[]>();
  #remainingErrors: number;
  #remainingBytes: number;
  #replaced: ReplacedWrite = {};
  readonly codes = new Set<string>();
  count = 0;
  hasData = false;
  /** Whether a limit has ended the response, so that the execution need not continue. */
  isEnded = false;

  constructor(options: ResponsePartsOptions) {
    this.#options = options;
    this.#remainingErrors = options.limits.maxErrors;
    this.#remainingBytes = options.limits.maxResponseBytes;
  }

  presentFirst({ data = null, pending, errors, omittedErrors }: InitialResult): ResponsePart {
    const shown = this.#mask(errors, omittedErrors);
    const part = { ...(shown && { errors: shown }), data, pending, hasNext: true };
    this.hasData = hasRootData({ data });
    this.#replaced = this.#options.getReplacedWrite(part);
    const result = this.#bound(this.#withExtensions(part), () => [[[], data]]);
    if (!(result instanceof GraphQLError)) return result;
    this.isEnded = true;
    this.#note({ errors: [result] });
    return { ...replacedBy(result), hasNext: false };
  }

  present({ pending, incremental, completed, hasNext }: SubsequentResult): ResponsePart {
    const part = {
      hasNext,
      ...(pending && { pending }),
      ...(incremental && { incremental: incremental.map((each) => this.#formatPart(each)) }),
      ...(completed && { completed: completed.map((each) => this.#formatPart(each)) }),
    };
    const result = this.#bound(hasNext ? part : this.#withExtensions(part), () => this.#locate(incremental));
    return result instanceof GraphQLError ? this.#end(result) : result;
  }

  #locate(incremental: SubsequentResult['incremental'] = []): readonly LocatedValue[] {
    return incremental.map((each): LocatedValue => {
      const path = [...(this.#open.get(each.id) ?? []), ...(each.subPath ?? [])];
      return [path, 'items' in each ? each.items : each.data];
    });
  }

  /** Returns the last part of a response that a limit ends. All pending ids fail. */
  #end(error: GraphQLError): ResponsePart {
    this.isEnded = true;
    this.count += 1;
    this.#note({ errors: [error] });
    const completed = [...this.#open.keys()].map((id) => ({ id, errors: presentErrors([error]) }));
    return { hasNext: false, completed };
  }

  #formatPart<T extends PartErrors>({ errors, omittedErrors, ...part }: T) {
    const shown = this.#mask(errors, omittedErrors);
    return { ...part, ...(shown && { errors: presentErrors(shown) }) };
  }

  /** Masks errors. The limit holds for all parts together. */
  #mask(errors: PartErrors['errors'], omittedErrors: number | undefined): readonly GraphQLError[] | undefined {
    if (errors === undefined) return undefined;
    const { limits, present } = this.#options;
    const shown = boundedErrors(errors, omittedErrors, limits, present, this.#remainingErrors);
    this.#remainingErrors = Math.max(0, this.#remainingErrors - errors.length);
    this.#note({ errors: shown });
    return shown;
  }

  #note(result: ExecutionResult): void {
    for (const code of errorCodes(result)) this.codes.add(code);
  }

  #withExtensions(part: ResponsePart): ResponsePart {
    const extensions = this.#options.extensions();
    return extensions === undefined ? part : { ...part, extensions };
  }

  /**
   * Counts the bytes of a part, and records the ids that are pending. Returns an error if the response would be too long, or if the client
   * reads too little.
   */
  #bound(part: ResponsePart, getValues: () => readonly LocatedValue[]): ResponsePart | GraphQLError {
    const { limits, getUnsentError } = this.#options;
    const isLong = isSurelyLongerThan(part, this.#remainingBytes);
    const bytes = isLong ? Number.POSITIVE_INFINITY : Buffer.byteLength(textOf(part));
    if (bytes > this.#remainingBytes) return createTooLongError(limits, getValues(), this.#replaced);
    const problem = getUnsentError(() => bytes, this.#replaced);
    if (problem !== undefined) return problem;
    this.#remainingBytes -= bytes;
    this.count += 1;
    for (const { id, path } of part.pending ?? []) this.#open.set(id, path);
    for (const { id } of part.completed ?? []) this.#open.delete(id);
    return part;
  }
}

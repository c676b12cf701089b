/** Parts of an incremental response as clients receive them: masked errors, limits for all parts together, and the REST calls. */
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Config } from '../../config.ts';
import type { InitialResult, PartErrors, SubsequentResult } from '../../execution/index.ts';
import type { LocatedValue } from './largest-path.ts';
import { errorCodes } from './log.ts';
import { hasRootData } from './operation-reporter.ts';
import { boundedErrors, isSurelyLongerThan, presentErrors, textOf, tooLong } from './response.ts';

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
    const result = this.#bound(this.#withExtensions(part));
    if (result !== undefined) return result;
    this.isEnded = true;
    const limited = tooLong(this.#options.limits, [[[], data]]);
    this.#note(limited);
    return { ...limited, hasNext: false };
  }

  present({ pending, incremental, completed, hasNext }: SubsequentResult): ResponsePart {
    const part = {
      hasNext,
      ...(pending && { pending }),
      ...(incremental && { incremental: incremental.map((each) => this.#formatPart(each)) }),
      ...(completed && { completed: completed.map((each) => this.#formatPart(each)) }),
    };
    return this.#bound(hasNext ? part : this.#withExtensions(part)) ?? this.#end(incremental);
  }

  /** Returns the last part of a response that is too long, in which all pending ids fail. */
  #end(incremental: SubsequentResult['incremental'] = []): ResponsePart {
    this.isEnded = true;
    this.count += 1;
    const values = incremental.map((each): LocatedValue => {
      const path = [...(this.#open.get(each.id) ?? []), ...(each.subPath ?? [])];
      return [path, 'items' in each ? each.items : each.data];
    });
    const { errors = [] } = tooLong(this.#options.limits, values);
    this.#note({ errors });
    const completed = [...this.#open.keys()].map((id) => ({ id, errors: presentErrors(errors) }));
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

  /** Counts the bytes of a part, and records the ids that are pending. Returns `undefined` if the response would be too long. */
  #bound(part: ResponsePart): ResponsePart | undefined {
    if (isSurelyLongerThan(part, this.#remainingBytes)) return undefined;
    const bytes = Buffer.byteLength(textOf(part));
    if (bytes > this.#remainingBytes) return undefined;
    this.#remainingBytes -= bytes;
    this.count += 1;
    for (const { id, path } of part.pending ?? []) this.#open.set(id, path);
    for (const { id } of part.completed ?? []) this.#open.delete(id);
    return part;
  }
}

/** What an area of the sandbox is: handlers for operations of the contract, typed by it. */
import type { BodyOf, OperationId, PathOf, QueryOf } from '../../contract/index.ts';
import type { operations as OperationTypes } from '../../contract/types.gen.ts';
import type { Caller } from '../world/tokens.ts';
import type { Listing, Reply } from './reply.ts';
import type { Store } from './store.ts';

type Successes<O extends OperationId> = OperationTypes[O]['responses'];
type JsonOf<Response> = Response extends { content: { readonly 'application/json': infer Json } } ? Json : never;

/** Body of the success answers of an operation, as the contract types it. */
export type AnswerOf<O extends OperationId> = {
  [Status in keyof Successes<O>]: Status extends number
    ? `${Status}` extends `2${string}`
      ? JsonOf<Successes<O>[Status]>
      : never
    : never;
}[keyof Successes<O>];

/** A type of the contract with everything optional and nullable, as real services answer. */
export type Loose<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : { readonly [Name in keyof T]?: Loose<T[Name]> | null | undefined };

/** Who asks, and what there is: what it takes to decide what somebody gets to see. */
export interface View {
  readonly store: Store;
  readonly caller: Caller;
}

/** A file of a multipart body. */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A call whose parameters follow the contract. */
export interface Call<O extends OperationId> extends View {
  readonly path: PathOf<O>;
  /** By the names on the wire, `[]` included. */
  readonly query: QueryOf<O>;
  /** The body, wherever its members were sent: as JSON, as a form or in the query. */
  readonly body: BodyOf<O>;
  readonly files: readonly UploadedFile[];
}

/** What a handler may return: the body of the success answer, a list of rows, or a whole reply. */
export type Result<O extends OperationId> =
  | (AnswerOf<O> extends readonly (infer Item)[] ? Listing<Loose<Item>> : Loose<AnswerOf<O>>)
  | Reply<Loose<AnswerOf<O>>>;

/** Answers one operation, or throws a `Refusal`. */
export type Handler<O extends OperationId> = (call: Call<O>) => Result<O> | Promise<Result<O>>;

export type Handlers = { readonly [O in OperationId]?: Handler<O> };

/** The handlers of one area. */
export interface Area {
  readonly handlers: Handlers;
  /**
   * Reads that a caller who is not signed in may not even try, public data or not: these, or `all` of the area.
   * Writes always need a credential.
   */
  readonly signedIn?: 'all' | readonly OperationId[];
}

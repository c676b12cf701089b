/** Areas of the sandbox: handlers for operations, typed by the contract. */
import type { Loose, ResponseBodyOf } from '../../src/contract/area-sandbox.ts';
import type { BodyOf, OperationId, PathOf, QueryOf } from '../../src/contract/index.ts';
import type { Caller } from '../world/tokens.ts';
import type { Listing, Reply } from './reply.ts';
import type { Store } from './store.ts';

export type { Loose, ResponseBodyOf } from '../../src/contract/area-sandbox.ts';

/** Caller and data, which determine what the caller may see. */
export interface View {
  readonly store: Store;
  readonly caller: Caller;
}

/** File of a multipart body. */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Call whose parameters match the contract. */
export interface ReceivedCall<O extends OperationId> extends View {
  readonly path: PathOf<O>;
  /** Query parameters by the names that are sent, including `[]`. */
  readonly query: QueryOf<O>;
  /** Members of the body, which may be sent as JSON, as a form or in the query. */
  readonly body: BodyOf<O>;
  readonly files: readonly UploadedFile[];
}

/** Result of a handler: the body of the successful response, a list of rows, or a complete reply. */
export type Result<O extends OperationId> =
  | (ResponseBodyOf<O> extends readonly (infer Item)[] ? Listing<Loose<Item>> : Loose<ResponseBodyOf<O>>)
  | Reply<Loose<ResponseBodyOf<O>>>;

/** Handles one operation. @throws HttpError for an error response */
export type Handler<O extends OperationId> = (call: ReceivedCall<O>) => Result<O> | Promise<Result<O>>;

export type Handlers = { readonly [O in OperationId]?: Handler<O> };

/** The handlers of one area. */
export interface Area {
  readonly handlers: Handlers;
  /**
   * Reads that require a credential even for public data: these, or `all` of the area.
   * Writes always require a credential.
   */
  readonly signedIn?: 'all' | readonly OperationId[];
  /** Tables whose seeds depend on what callers can change. They are seeded before the first write. */
  readonly tables?: readonly ((store: Store) => unknown)[];
}

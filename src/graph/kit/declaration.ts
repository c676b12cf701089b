/**
 * What a field says about the REST calls it makes. Everything derives from it: the resolver, `@rest` in the SDL and the plan of an
 * operation, since `request` and `address` are pure functions of what is known before any answer.
 */
import type { GraphQLField } from 'graphql';
import { type OperationId, operation, type SchemaName } from '../../contract/index.ts';
import type { Violation } from '../../rest/errors.ts';
import type { Request } from '../../rest/request.ts';
import type { Entity } from './entity.ts';
import type { Address, Held } from './held.ts';
import type { Selection } from './selection.ts';

export type Args = Readonly<Record<string, unknown>>;

/** An attribute of the object itself: at hand, or in its detail. */
export interface AttributeDeclaration {
  readonly kind: 'attribute';
  readonly entity: Entity;
  /** Name of the attribute in answers. */
  readonly name: string;
  /** What the attribute holds when it is an object of the graph, and in which form. */
  readonly target?: Entity;
  readonly targetForm?: SchemaName | undefined;
  /** The call of the facade's own route that the attribute is made into the address of. */
  readonly route?: OperationId;
  /** The value as the object at hand has it; `unsettled` where only the detail tells, and an error where it cannot be given. */
  readonly held?: (object: Held) => unknown;
  /** What is called besides the detail where an answer gives the value in short only. */
  readonly completedBy?: OperationId;
}

/** The object whose id an attribute tells. */
export interface ReferenceDeclaration {
  readonly kind: 'reference';
  readonly entity: Entity;
  readonly name: string;
  readonly target: Entity;
}

/** The global id, which needs numeric ids of what the object belongs to. */
export interface IdDeclaration {
  readonly kind: 'id';
  readonly entity: Entity;
}

/** An object whose address is known without a call; attributes of its own that are selected verify that it exists. */
export interface LookupDeclaration {
  readonly kind: 'lookup';
  readonly entity: Entity;
  address(parent: Address, args: Args): Address;
  /** Reads that turn what the arguments name into that address, where it has to be a number. */
  readonly addressOperations?: readonly OperationId[];
}

/** One call with one object or value as its answer. */
export interface CallDeclaration {
  readonly kind: 'call';
  readonly operation: OperationId;
  /** What is read after a refusal, to learn what it means. */
  readonly fallback: OperationId | undefined;
  request(parent: Address, args: Args, selection: Selection): Request;
  /** Type of the answer when it is an object of the graph. */
  readonly entity: Entity | undefined;
  /** Schema of the answer. */
  readonly form: SchemaName;
}

/** A list, page by page. */
export interface ConnectionDeclaration {
  readonly kind: 'connection';
  readonly operation: OperationId;
  /** The call without its page parameters. The selection is that of the items. */
  request(parent: Address, args: Args, selection: Selection): Request;
  readonly entity: Entity | undefined;
  /** What is wrong with the call, where the arguments do not have the names of its parameters. */
  check?(args: Args, request: Request): readonly Violation[];
  /** Whether to page by next links instead of page numbers. */
  keyset(args: Args): boolean;
  /** Schema of the items that a request gives. */
  form(request: Request): SchemaName;
  /** What the items take for their parent's address beside its own. */
  readonly within?: Address;
}

/** A write of a mutation, or reads that depend on what other reads answer. */
export interface OperationsDeclaration {
  readonly kind: 'write' | 'dependent';
  /** Of a write, those that it may be, one of which is called. */
  readonly operations: readonly OperationId[];
  /** What may be read for a write. */
  readonly reads?: readonly OperationId[];
}

/** An object that arguments name. */
export interface NamedObject {
  readonly entity: Entity;
  /** Absent where `operations` have to find it. */
  readonly address: Address | undefined;
  readonly operations?: readonly OperationId[];
}

/** Objects by their global ids or other keys, each read by the call of its type. */
export interface NodeDeclaration {
  readonly kind: 'node';
  readonly operations: () => readonly OperationId[];
  /** What the arguments name, without those that the field refuses. */
  named(args: Args): readonly NamedObject[];
}

export type Declaration =
  | AttributeDeclaration
  | ReferenceDeclaration
  | IdDeclaration
  | LookupDeclaration
  | CallDeclaration
  | ConnectionDeclaration
  | NodeDeclaration
  | OperationsDeclaration;

const key = 'portico';

/** The declaration as an extension of a field. */
export function declare(declaration: Declaration): { extensions: Readonly<Record<string, unknown>> } {
  return { extensions: { [key]: declaration } };
}

function isDeclaration(value: unknown): value is Declaration {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** What a field of the schema declared; undefined for fields that make no call. */
export function declarationOf(field: GraphQLField<unknown, unknown>): Declaration | undefined {
  return declarationIn(field.extensions);
}

/** The declaration among the extensions of a field. */
export function declarationIn(
  extensions: Readonly<Record<string, unknown>> | null | undefined,
): Declaration | undefined {
  const declaration = extensions?.[key];
  return isDeclaration(declaration) ? declaration : undefined;
}

/** Operations that a field may call itself; for an item of a list, that list too, since several items are read as one list. */
export function operationsOf(declaration: Declaration): readonly OperationId[] {
  return declaredOperations(declaration).flatMap((id) => [id, operation(id).itemOf ?? []].flat());
}

function declaredOperations(declaration: Declaration): readonly OperationId[] {
  switch (declaration.kind) {
    case 'attribute':
      return [
        ...(declaration.entity.mayAskFor(declaration.name) ? declaration.entity.detailOperations : []),
        ...(declaration.completedBy === undefined ? [] : [declaration.completedBy]),
        ...(declaration.route === undefined ? [] : [declaration.route]),
      ];
    case 'id':
      return declaration.entity.idOperations;
    case 'lookup':
      return [...declaration.entity.detailOperations, ...(declaration.addressOperations ?? [])];
    case 'reference':
      return [
        ...(declaration.entity.mayAskFor(declaration.name) ? declaration.entity.detailOperations : []),
        ...declaration.target.detailOperations,
      ];
    case 'call':
      return declaration.fallback === undefined
        ? [declaration.operation]
        : [declaration.operation, declaration.fallback];
    case 'connection':
      return [declaration.operation];
    case 'node':
      return declaration.operations();
    case 'write':
    case 'dependent':
      return [...declaration.operations, ...(declaration.reads ?? [])];
  }
}

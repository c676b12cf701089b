/** The plan of an operation: which REST calls it may make, at worst how many, and which wait for which. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
} from 'graphql';
import { attributesOf, type OperationId, type SchemaName } from '../../contract/index.ts';
import type { Request } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import { attempt } from '../kit/attempt.ts';
import { checkQuery } from '../kit/check.ts';
import type { Cursors } from '../kit/cursors.ts';
import { type Args, type Declaration, declarationOf, type NamedObject } from '../kit/declaration.ts';
import { type Entity, entityNamed } from '../kit/entity.ts';
import type { Address } from '../kit/held.ts';
import { prepareConnection } from '../kit/prepare.ts';
import { Selection } from '../kit/selection.ts';
import { foreseeWindow } from '../kit/window.ts';

/** Items that a list without a stated length is taken to have. */
const assumedListLength = 20;

/** One REST call of a plan, or as many alike as it has `times`. */
export interface PlannedCall {
  readonly operation: OperationId;
  /** Coordinate of the field that asks, as in traces. */
  readonly field: string;
  /** Where in the answer, such as `group.projects.nodes.pipelines`. */
  readonly path: string;
  /** At worst how often. */
  readonly times: number;
  /** The call whose answer it needs; absent when it can start at once. */
  readonly after: PlannedCall | undefined;
  /** The call itself, where document and variables alone decide it. */
  readonly request: Request | undefined;
}

export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** REST calls at worst. */
  readonly worst: number;
  /** Values of the answer at worst, where lists have as many items as are asked for. */
  readonly values: number;
  /** Fields that were looked at, on each type that an object may have. */
  readonly selections: number;
  /** Whether nothing is missing, as no limit was passed. */
  readonly complete: boolean;
  /** Whether what is known may start before execution does; not below writes. */
  readonly eager: boolean;
}

/** Planning ends as soon as the plan is beyond one of these. */
export interface PlanLimits {
  readonly maxCalls: number;
  readonly maxSelections: number;
  readonly maxValues: number;
}

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  /** Coerced values of the variables. */
  readonly variableValues: Readonly<Record<string, unknown>>;
  readonly limits: PlanLimits;
  /** Reads the cursors that the operation goes on from. */
  readonly cursors: Cursors;
}

/** What is known of the objects that stand at a place of the answer. */
interface Place {
  readonly path: string;
  readonly entity: Entity | undefined;
  /** REST path parameters; absent while an answer has to tell them. */
  readonly address: Address | undefined;
  /** First part of the address of what the objects belong to, where it is known already. */
  readonly owner: string | number | undefined;
  /** Schema of the answer that the objects come from; absent when their detail is at hand. */
  readonly form: SchemaName | undefined;
  /** At worst how many objects. */
  readonly times: number;
  readonly after: PlannedCall | undefined;
}

type Field = GraphQLField<unknown, unknown>;

class Planner {
  readonly #input: PlanInput;
  readonly #eager: boolean;
  readonly #calls: PlannedCall[] = [];
  readonly #known = new Map<string, PlannedCall>();
  #values = 0;
  #selections = 0;

  constructor(input: PlanInput, eager: boolean) {
    this.#input = input;
    this.#eager = eager;
  }

  get plan(): Plan {
    const worst = this.#calls.reduce((sum, { times }) => sum + times, 0);
    return {
      calls: this.#calls,
      worst,
      values: this.#values,
      selections: this.#selections,
      complete: this.#isWithinLimits,
      eager: this.#eager,
    };
  }

  get #isWithinLimits(): boolean {
    const { maxCalls, maxSelections, maxValues } = this.#input.limits;
    return this.#calls.length <= maxCalls && this.#selections <= maxSelections && this.#values <= maxValues;
  }

  visit(selection: Selection, place: Place): void {
    const { type } = selection;
    if (type === undefined) return;
    if (isAbstractType(type)) {
      // Each object is of one of the types, so that the largest counts.
      const before = this.#values;
      let most = before;
      for (const possible of this.#input.schema.getPossibleTypes(type)) {
        if (!this.#isWithinLimits) return;
        this.#values = before;
        this.visit(selection.on(possible), place);
        most = Math.max(most, this.#values);
      }
      this.#values = most;
      return;
    }
    if (!isObjectType(type)) return;
    const detail = this.#detailOf(type, selection, place);
    for (const name of selection.fields.keys()) {
      const field = type.getFields()[name];
      if (field === undefined) continue;
      const declaration = declarationOf(field);
      // What does not need the detail of the object does not wait for it.
      const after = declaration && waitsForDetail(declaration) ? (detail ?? place.after) : place.after;
      for (const [alias, nodes] of selection.aliasesOf(name)) {
        this.#selections += nodes.length;
        this.#values += place.times;
        if (!this.#isWithinLimits) return;
        const below = selection.below(nodes, getNamedType(field.type));
        const at = { ...place, after, path: place.path === '' ? alias : `${place.path}.${alias}` };
        if (declaration === undefined) this.visit(below, { ...at, ...undeclaredPlace(below.type) });
        else this.#visitDeclared(declaration, `${type.name}.${name}`, this.#argumentsOf(field, nodes), below, at);
      }
    }
  }

  /** Attributes that the form at hand does not carry cost one detail an object, however many they are. */
  #detailOf(type: GraphQLObjectType, selection: Selection, place: Place): PlannedCall | undefined {
    const { entity, form, address } = place;
    if (entity?.retrieve === undefined || form === undefined) return undefined;
    const carried = attributesOf(form);
    const missing = [...selection.fields.keys()].find((name) => {
      const field = type.getFields()[name];
      const declaration = field && declarationOf(field);
      return (declaration?.kind === 'attribute' || declaration?.kind === 'reference') && !carried.has(declaration.name);
    });
    if (missing === undefined) return undefined;
    return this.#addDetail(entity, `${type.name}.${missing}`, selection, place, address);
  }

  /** The read of one object; which call that is may depend on its address. */
  #addDetail(entity: Entity, field: string, selection: Selection, place: Place, address: Address | undefined) {
    const request = address && attempt(() => entity.retrieve?.request(address, selection));
    const operation = request?.operation ?? entity.detailOperations[0];
    return operation && this.#add(operation, field, place, place.times, request);
  }

  #visitDeclared(declaration: Declaration, field: string, args: Args, selection: Selection, place: Place): void {
    switch (declaration.kind) {
      case 'attribute':
        if (declaration.target !== undefined)
          this.visit(selection, {
            ...place,
            entity: declaration.target,
            address: undefined,
            owner: undefined,
            form: declaration.targetForm,
          });
        return;
      case 'id':
        this.#visitId(declaration.entity, field, place);
        return;
      case 'lookup':
        this.#visitObject(
          declaration.entity,
          field,
          selection,
          place,
          place.address && attempt(() => declaration.address(place.address ?? {}, args)),
        );
        return;
      case 'reference':
        this.#visitObject(declaration.target, field, selection, place, undefined);
        return;
      case 'node':
        for (const named of declaration.named(args)) this.#visitNamed(named, field, selection, { ...place, times: 1 });
        return;
      case 'call': {
        const { operation, entity } = declaration;
        const request = place.address && attempt(() => declaration.request(place.address ?? {}, args, selection));
        const valid = request && checkQuery(operation, request.query ?? {}).length === 0;
        const call = this.#add(operation, field, place, place.times, valid ? request : undefined);
        if (declaration.fallback !== undefined)
          this.#add(declaration.fallback, field, { ...place, after: call }, place.times, undefined);
        this.visit(selection, { ...place, ...answerPlace(declaration, call), entity });
        return;
      }
      case 'connection':
        this.#visitConnection(declaration, field, args, selection, place);
        return;
      case 'write':
      case 'dependent': {
        const { kind, operations, reads = [] } = declaration;
        for (const read of reads) this.#add(read, field, place, place.times, undefined);
        const calls = operations.slice(0, kind === 'write' ? 1 : undefined);
        const [first] = calls.map((operation) => this.#add(operation, field, place, place.times, undefined));
        this.visit(selection, { ...place, after: first, address: undefined, form: undefined });
        return;
      }
    }
  }

  /** An object by its address: verified when it has to answer something itself, beside what stands below it. */
  #visitObject(entity: Entity, field: string, selection: Selection, place: Place, address: Address | undefined): void {
    const typed = selection.on(this.#typeOf(entity));
    const below = { ...place, entity, address, form: undefined, owner: address?.[entity.keys[0] ?? ''] };
    if (entity.needsItself(typed)) this.#addDetail(entity, field, typed, place, address);
    this.visit(typed, below);
  }

  #visitNamed({ entity, address, operations }: NamedObject, field: string, selection: Selection, place: Place): void {
    const typed = selection.on(this.#typeOf(entity));
    const [first] = (operations ?? []).map((operation) => this.#add(operation, field, place, 1, undefined));
    if (address !== undefined) this.#addDetail(entity, field, typed, place, address);
    const owner = address?.[entity.keys[0] ?? ''];
    this.visit(typed, { ...place, entity, address, form: undefined, owner, after: first ?? place.after });
  }

  /** A global id has numbers for projects and groups; one known by its path only costs a read that all ids below share. */
  #visitId(entity: Entity, field: string, place: Place): void {
    const owner = entity.ownerOf(place.address);
    const part = place.address?.[entity.keys[0] ?? ''] ?? place.owner;
    if (owner === undefined || typeof part === 'number') return;
    if (owner.attribute !== undefined && attributesOf(place.form ?? entity.schema).has(owner.attribute)) return;
    const request = part === undefined ? undefined : owner.entity.retrieve?.request({ id: part }, Selection.empty);
    for (const operation of owner.entity.detailOperations)
      this.#add(operation, field, place, request === undefined ? place.times : 1, request);
  }

  #visitConnection(
    declaration: Extract<Declaration, { kind: 'connection' }>,
    field: string,
    args: Args,
    selection: Selection,
    place: Place,
  ): void {
    const prepared = attempt(() =>
      prepareConnection(declaration, place.address ?? {}, args, selection, this.#input.cursors),
    );
    if (prepared === undefined || prepared.violations.length > 0 || prepared.wants === 'nothing') return;
    const { request, window, keyset, wants, selected } = prepared;
    const foreseen = foreseeWindow(request, window, keyset);
    const first =
      wants === 'total' ? { ...request, query: { ...request.query, page: 1, per_page: 1 } } : foreseen.first;
    const call = this.#add(declaration.operation, field, place, place.times, place.address && first);
    if (wants === 'total') return;
    if (foreseen.calls > 1)
      this.#add(declaration.operation, field, { ...place, after: call }, place.times * (foreseen.calls - 1), undefined);
    const { entity } = declaration;
    this.visit(selected, {
      ...place,
      path: `${place.path}.nodes`,
      entity,
      address: undefined,
      owner: place.address?.id,
      form: declaration.form(request),
      times: place.times * (window.first ?? window.last ?? assumedListLength),
      after: call,
    });
  }

  /** Notes a call; one that is known already, to the letter, is the same call. */
  #add(operation: OperationId, field: string, place: Place, times: number, request: Request | undefined): PlannedCall {
    const key = request && attempt(() => `${operation} ${buildUrl(operation, request.path ?? {}, request.query)}`);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const call: PlannedCall = {
      operation,
      field,
      path: place.path,
      times: key === undefined ? times : 1,
      after: key === undefined ? place.after : undefined,
      request: key === undefined ? undefined : request,
    };
    if (times > 0) this.#calls.push(call);
    if (key !== undefined) this.#known.set(key, call);
    return call;
  }

  #argumentsOf(field: Field, [node]: readonly FieldNode[]): Args {
    return (node && attempt(() => getArgumentValues(field, node, this.#input.variableValues))) ?? {};
  }

  #typeOf(entity: Entity): GraphQLNamedType {
    return entity.typeIn(this.#input);
  }
}

/** What stands below a field without a declaration: part of the same object, or an object of the graph that a payload holds. */
function undeclaredPlace(type: GraphQLNamedType | undefined): Partial<Place> {
  const entity = type && entityNamed(type.name);
  return entity === undefined ? {} : { entity, address: undefined, owner: undefined, form: undefined };
}

function answerPlace(declaration: Extract<Declaration, { kind: 'call' }>, after: PlannedCall): Partial<Place> {
  return { address: undefined, owner: undefined, form: declaration.form, after };
}

/** Whether a field needs what the object says of itself, rather than only its address. */
function waitsForDetail({ kind }: Declaration): boolean {
  return kind === 'attribute' || kind === 'reference';
}

/** Plans an operation; undefined when the document does not tell which one is meant. */
export function planOperation(input: PlanInput): Plan | undefined {
  const { document, schema, operationName, variableValues } = input;
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return undefined;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const planner = new Planner(input, operation.operation === 'query');
  planner.visit(new Selection({ schema, fragments, variableValues }, root, [operation.selectionSet]), {
    path: '',
    entity: undefined,
    address: {},
    owner: undefined,
    form: undefined,
    times: 1,
    after: undefined,
  });
  return planner.plan;
}

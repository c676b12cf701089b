/** Mutations: one `input`, one write, one payload with the changed object and what the caller can act on. */
import type { FieldMap, FieldRef, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import {
  attributesOf,
  type BodyOf,
  type OperationId,
  operation,
  type QueryOf,
  resolve,
  type Schema,
  type SchemaName,
} from '../../contract/index.ts';
import { badInput, isRestError, type Violation } from '../../rest/errors.ts';
import type { Answer, Request, RequestOf } from '../../rest/request.ts';
import { buildUrl } from '../../rest/url.ts';
import type { GraphContext } from '../context.ts';
import { builder, type Types } from './builder.ts';
import { checkBody, checkQuery } from './check.ts';
import { type Args, declare } from './declaration.ts';
import type { Entity } from './entity.ts';
import { type Address, type Attributes, type Held, objectOf } from './held.ts';
import {
  bodySchema,
  type FieldBuilder,
  filterParameters,
  memberFields,
  parameterMembers,
  toBody,
  toQuery,
} from './inputs.ts';
import { type MutationError, mutationError, toMutationErrors } from './mutation-errors.ts';
import { camelCase, coordinate, describe } from './names.ts';
import { Selection } from './selection.ts';
import { outputShape, toGraphNames } from './types.ts';

type WriteParameters<O extends OperationId> = Omit<RequestOf<O>, 'operation'>;

/** Parameters and members of the body to be added to a call. */
export interface Completion<O extends OperationId> {
  readonly path?: Address;
  readonly body?: Partial<BodyOf<O>>;
}

/** What came of a write: its call and answer, or what stopped it. */
export interface Outcome {
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
  readonly errors: readonly MutationError[];
}

export interface MutationOptions<O extends OperationId, I extends InputFieldMap> {
  readonly operation: O;
  /** Description of the operation unless given. */
  readonly description?: string;
  readonly deprecationReason?: string;
  /** Input fields beside the documented body and query: what is written to, and members that need a shape of their own. */
  readonly input?: (t: FieldBuilder) => I;
  /** Documented members that the further input fields stand for, or that are not offered. */
  readonly except?: readonly string[];
  /** The call, from the further input fields, the documented body and the documented query. */
  readonly request: (
    input: InputShapeFromFields<I>,
    body: BodyOf<O>,
    query: QueryOf<O>,
  ) => WriteParameters<O> | Promise<WriteParameters<O>>;
  /** Rules that the contract cannot state. */
  readonly check?: (input: InputShapeFromFields<I>, body: BodyOf<O>) => readonly Violation[];
  /** Members of the call that have to be read first, such as the number of what an input names by its path. */
  readonly completion?: {
    readonly operations: readonly OperationId[];
    /** Called once nothing speaks against the write. */
    readonly read: (input: InputShapeFromFields<I>, context: GraphContext) => Promise<Completion<O>>;
  };
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Fields of a payload. All are null when the write was refused. */
export class PayloadFields {
  readonly t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>;
  readonly #form: SchemaName | undefined;

  constructor(t: PothosSchemaTypes.RootFieldBuilder<Types, Outcome, 'Object'>, form: SchemaName | undefined) {
    this.t = t;
    this.#form = form;
  }

  /**
   * The object that the write changed: from the answer, or by the address of the call when the answer holds none.
   * @param options.parent what the object's address is made from beside the answer, where that is not the path of the call
   */
  object(
    entity: Entity,
    description: string,
    options: { fromAnswer?: boolean; parent?: (request: Request) => Address } = {},
  ): FieldRef<Types, unknown> {
    const form = this.#form;
    const fromAnswer = options.fromAnswer ?? form !== undefined;
    if (fromAnswer) entity.occursIn(form);
    else entity.occursByAddress();
    return this.t.field({
      type: entity.ref,
      nullable: true,
      description,
      resolve: ({ request, answer }, _, __, info): Held | null => {
        if (request === undefined || answer === undefined) return null;
        const path: Address = options.parent?.(request) ?? request.path ?? {};
        const selected = () => Selection.of(info);
        const item = fromAnswer ? answered(answer) : null;
        if (item !== null) return entity.fromItem(item, path, form, selected);
        // An empty answer to a write that creates something leaves its address unknown.
        if (entity.keys.some((key) => path[key] === undefined)) return null;
        return entity.atAddress(Object.fromEntries(entity.keys.map((key) => [key, path[key] ?? ''])), selected);
      },
    });
  }

  /** The object at an address that the call tells, read after the write when attributes of its own are selected. */
  lookup(entity: Entity, description: string, address: (request: Request) => Address): FieldRef<Types, unknown> {
    return this.t.field({
      type: entity.ref,
      nullable: true,
      description,
      ...declare({ kind: 'dependent', operations: entity.detailOperations }),
      resolve: ({ request, answer }, _, context, info) =>
        request === undefined || answer === undefined
          ? null
          : entity.find(address(request), context, info, coordinate(info)),
    });
  }

  /** The answer itself, an embedded object. */
  answer(description: string): FieldRef<Types, unknown> {
    if (this.#form === undefined) throw new Error('The operation answers with nothing');
    const { type } = outputShape({ $ref: `#/components/schemas/${this.#form}` });
    return this.t.field({ type, nullable: true, description, resolve: ({ answer }) => answer && answered(answer) });
  }

  /** The global id of what the write deleted. */
  deletedId(entity: Entity, description: string): FieldRef<Types, unknown> {
    return this.t.field({
      type: 'ID',
      nullable: true,
      description,
      resolve: ({ request, answer }, _, context) =>
        request === undefined || answer === undefined
          ? null
          : entity.globalId(entity.atAddress(request.path ?? {}), context),
    });
  }

  /** Whether the write changed anything; a documented 304 did not. */
  changed(description: string): FieldRef<Types, unknown> {
    return this.t.field({
      type: 'Boolean',
      nullable: true,
      description,
      resolve: ({ answer }) => (answer === undefined ? null : answer.status !== 304),
    });
  }

  /** Something made of the answer's object. */
  of<T>(
    type: 'String' | 'Boolean' | 'SafeInt',
    description: string,
    read: (body: Attributes) => T,
  ): FieldRef<Types, unknown> {
    return this.t.field({
      type,
      nullable: true,
      description,
      resolve: ({ answer }) => (answer === undefined ? null : read(answered(answer) ?? {})),
    });
  }
}

/** The object that answers a write; null where the answer is empty. Fails with `UPSTREAM_INVALID_ANSWER` for anything else. */
function answered(answer: Answer): Attributes | null {
  return answer.body === undefined || answer.body === null ? null : objectOf(answer);
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const mutationType = builder.objectRef<object>('Mutation').implement({
  description:
    'Where writing starts. Each mutation takes one `input` and answers with the changed object and `errors`.',
});

/** Adds a mutation, named noun first: `labelCreate`. */
export function addMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): void {
  const id = options.operation;
  const { body: schema, description, source, assumed, deprecated, answers } = operation(id);
  const parameters = filterParameters(id, options.except);
  const members = schema === undefined ? new Map<string, Schema>() : new Map(attributesOf(schema));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set([
    ...((schema && resolve(schema).required) ?? []),
    ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  ]);
  define(name, {
    operations: [id, ...(options.completion?.operations ?? [])],
    description: describe(
      options.description ?? toGraphNames(description),
      assumed ? `${source}; assumed, as the documents do not show it` : source,
    ),
    deprecationReason: options.deprecationReason ?? (deprecated && toGraphNames(deprecated)),
    fields:
      options.input !== undefined || members.size > 0 || parameters.length > 0
        ? (t) => ({
            ...options.input?.(t),
            ...memberFields(t, members, required),
            ...memberFields(t, parameterMembers(parameters), required),
          })
        : undefined,
    payload: (t) => options.payload(new PayloadFields(t, answers[0])),
    prepare: async (args, context) => {
      const input = typedInput<I>(args);
      // Made from the operation's own members, whose types the input has.
      const body = (schema && toBody(schema, args, options.except)) as BodyOf<O>;
      const prepared = await prepare(id, body, options.except ?? [], [...(options.check?.(input, body) ?? [])], () =>
        options.request(input, body, toQuery<O>(parameters, args)),
      );
      return merge(prepared, await options.completion?.read(input, context));
    },
  });
}

/** A mutation whose input chooses which of several operations is called. */
export interface ChoiceOptions<I extends InputFieldMap> {
  readonly operations: readonly [OperationId, ...OperationId[]];
  readonly description: string;
  readonly deprecationReason?: string;
  /** What to write to and which operation that takes, usually with a `@oneOf` input among the fields. */
  readonly input: (t: FieldBuilder) => I;
  /** Operations whose documented members are input fields too, each once; what the chosen operation does not take is refused. */
  readonly members?: readonly OperationId[];
  /** Documented members that the further input fields stand for, or that are not offered. */
  readonly except?: readonly string[];
  /** The body where it stands further inside the input, with the place of its members; instead of `members`. */
  readonly nested?: (input: InputShapeFromFields<I>) => {
    readonly body: Attributes;
    readonly place: Violation['path'];
  };
  /** The operation that an input chooses. */
  readonly operation: (input: InputShapeFromFields<I>) => OperationId;
  /** Its parameters, from the further input fields and the documented members that were given. */
  readonly request: (input: InputShapeFromFields<I>, body: Attributes) => Omit<Request, 'operation'>;
  /** Rules that the contract cannot state. */
  readonly check?: (input: InputShapeFromFields<I>, body: Attributes) => readonly Violation[];
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** Adds a mutation over several operations of one kind, such as `noteCreate` on an issue, a snippet, an epic. */
export function addChoiceMutation<I extends InputFieldMap>(name: string, options: ChoiceOptions<I>): void {
  const [first] = options.operations;
  const bodies = (options.members ?? []).map(bodySchema);
  const members = new Map(bodies.toReversed().flatMap((body) => [...attributesOf(body)]));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set(
    [...members.keys()].filter((member) => bodies.every((body) => resolve(body).required?.includes(member))),
  );
  const sources = new Set(options.operations.map((id) => operation(id).source));
  define(name, {
    operations: options.operations,
    description: describe(options.description, [...sources].join('; ')),
    deprecationReason: options.deprecationReason,
    fields: (t) => ({ ...options.input(t), ...memberFields(t, members, required) }),
    payload: (t) => options.payload(new PayloadFields(t, operation(first).answers[0])),
    prepare: (args) => {
      const input = typedInput<I>(args);
      const given: Attributes = Object.assign({}, ...bodies.map((schema) => toBody(schema, args, options.except)));
      const { body, place } = options.nested?.(input) ?? { body: given, place: ['input'] };
      const violations = [...(options.check?.(input, body) ?? [])];
      const parametersOf = () => options.request(input, body);
      return prepare(options.operation(input), body, options.except ?? [], violations, parametersOf, place);
    },
  });
}

interface Definition {
  readonly operations: readonly OperationId[];
  readonly description: string;
  readonly deprecationReason: string | undefined;
  /** Absent where there is nothing to say. */
  readonly fields: ((t: FieldBuilder) => InputFieldMap) | undefined;
  readonly payload: (t: PayloadFields['t']) => FieldMap;
  /** The call, when nothing speaks against it; otherwise every violation at once. */
  readonly prepare: (args: Args, context: GraphContext) => Promise<Request>;
}

function define(name: string, { operations, description, deprecationReason, ...definition }: Definition): void {
  const { fields: inputFields } = definition;
  const inputNames = new Set<string>();
  const inputType = builder.inputRef<object>(`${pascalCase(name)}Input`);
  if (inputFields !== undefined)
    inputType.implement({
      description: `What \`${name}\` needs to know.`,
      fields: (t) => {
        const fields = inputFields(t);
        for (const field of Object.keys(fields)) inputNames.add(field);
        return fields;
      },
    });

  const payloadType = builder.objectRef<Outcome>(`${pascalCase(name)}Payload`);
  payloadType.implement({
    description: `What came of \`${name}\`.`,
    fields: (t) => ({
      ...definition.payload(t),
      errors: t.field({
        type: [mutationError],
        nullable: false,
        description: 'Why the write was refused; empty when it was not.',
        resolve: (outcome) => outcome.errors,
      }),
    }),
  });

  const write = async (args: Args, context: GraphContext): Promise<Outcome> => {
    let request: Request | undefined;
    try {
      request = await definition.prepare(args, context);
      return { request, answer: await context.rest.write(request, `Mutation.${name}`), errors: [] };
    } catch (error) {
      const hasMeaning401 = request !== undefined && operation(request.operation).errors.has(401);
      const refusals = toMutationErrors(error, inputNames, hasMeaning401);
      if (refusals === undefined) throw error;
      return { request: undefined, answer: undefined, errors: refusals };
    }
  };

  builder.objectField(mutationType, name, (t) =>
    t.field({
      type: payloadType,
      nullable: true,
      description,
      ...(deprecationReason === undefined ? {} : { deprecationReason }),
      ...declare({ kind: 'write', operations }),
      args: inputFields
        ? { input: t.arg({ type: inputType, required: true, description: 'What to write, and where.' }) }
        : {},
      resolve: (_, { input }, context) => write({ ...input }, context),
    }),
  );
}

/** GraphQL has coerced the input to what `I` declares before anyone sees it. */
const typedInput = <I extends InputFieldMap>(input: Args) => input as InputShapeFromFields<I>;

function merge(request: Request, completion: Pick<Request, 'path' | 'body'> | undefined): Request {
  if (completion === undefined) return request;
  const { path, body } = completion;
  return {
    ...request,
    ...(path && { path: { ...request.path, ...path } }),
    ...(body !== undefined && { body: Object.assign({}, request.body, body) }),
  };
}

/**
 * The call of a mutation, when nothing speaks against it; otherwise every violation at once.
 * @param documented members of the body that were given
 * @param standIns documented members that further input fields stand for
 * @param place where in the input the members of the body stand
 */
async function prepare(
  id: OperationId,
  documented: unknown,
  standIns: readonly string[],
  violations: Violation[],
  parametersOf: () => Omit<Request, 'operation'> | Promise<Omit<Request, 'operation'>>,
  place: Violation['path'] = ['input'],
): Promise<Request> {
  let request: Request | undefined;
  try {
    request = { operation: id, ...(await parametersOf()) };
    buildUrl(id, request.path ?? {}, {});
  } catch (error) {
    if (!isRestError(error, 'BAD_USER_INPUT')) throw error;
    violations.push(...error.violations);
  }
  const body = request?.body ?? documented;
  if (typeof body === 'object' && body !== null) {
    // Without the request, the members that further input fields stand for are not there yet, nor can rules between members hold.
    const unknown = new Set<unknown>(request === undefined ? standIns.map(camelCase) : []);
    const isKnown = ({ path }: Violation) =>
      unknown.size === 0 || (path.length > place.length && !unknown.has(path[1]));
    violations.push(...checkBody(id, { ...body }, place).filter(isKnown));
  }
  violations.push(...checkQuery(id, request?.query ?? {}, ['input']));
  if (request === undefined || violations.length > 0) throw badInput(violations);
  return request;
}

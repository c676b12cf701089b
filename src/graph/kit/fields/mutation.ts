/** Mutations: one `input`, one write, one payload with the changed object and what the caller can act on. */
import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  attributesOf,
  type BodyOf,
  type OperationId,
  operation,
  type QueryOf,
  resolve,
  type Schema,
} from '../../../contract/index.ts';
import { badInput, formatPath, isRestError, RestError, type Violation } from '../../../rest/errors.ts';
import type { RestRequest, RestRequestOf } from '../../../rest/request.ts';
import { buildUrl } from '../../../rest/url.ts';
import type { GraphContext } from '../../context.ts';
import { builder } from '../builder.ts';
import { checkBody, checkQuery, mustNotBeNull, refuse } from '../contract/check.ts';
import { illFormedTexts, meaninglessNulls } from '../contract/given.ts';
import {
  bodySchema,
  type FieldBuilder,
  filterParameters,
  memberFields,
  parameterMembers,
  toBody,
  toQuery,
} from '../contract/inputs.ts';
import { camelCase, coordinate, describe, toGraphNames } from '../contract/names.ts';
import { describeOperation } from '../contract/types.ts';
import { collectViolations } from '../resources/references.ts';
import type { Attributes, OperationBelow, PathParameters } from '../resources/resource.ts';
import type { Selection } from '../resources/selection.ts';
import { Calls, type Step, stepCalls, stepReads } from './composed.ts';
import { type Args, type FieldKind, type Foreseen, ofKind, oneOf, ownOperations, type Place } from './kind.ts';
import { mutationError, type NestedMembers, toMutationErrors } from './mutation-errors.ts';
import { type Outcome, PayloadFields } from './payload.ts';
import { type KnownLocation, locate, locationFields, type WriteLocation } from './write-location.ts';

type WriteMembers<O extends OperationId> = Omit<RestRequestOf<O>, 'operation' | 'path'>;

/** Parameters and members of the body to be added to a call. */
export interface Completion<O extends OperationId> {
  readonly path?: PathParameters;
  readonly body?: Partial<BodyOf<O>>;
}

export interface MutationOptions<O extends OperationId, I extends InputFieldMap> extends WriteLocation<O, I> {
  readonly operation: O;
  /** Description of the operation unless given. */
  readonly description?: string;
  readonly deprecationReason?: string;
  /** Input fields beside the documented body and query and what says where to write, such as members that need a shape of their own. */
  readonly input?: (t: FieldBuilder) => I;
  /** Documented members that the further input fields stand for, or that are not offered. */
  readonly except?: readonly string[];
  /** Body and query, from the further input fields and those that are documented, where they are not just these. */
  readonly request?: (
    input: InputShapeFromFields<I>,
    body: BodyOf<O>,
    query: QueryOf<O>,
    path: PathParameters,
  ) => WriteMembers<O> | Promise<WriteMembers<O>>;
  /** Rules that the contract cannot state. */
  readonly check?: (input: InputShapeFromFields<I>, body: BodyOf<O>) => readonly Violation[];
  /** Members of the call that have to be read first, such as the number of what an input names by its path. */
  readonly completion?: {
    readonly steps: readonly Step[];
    /** Called once nothing speaks against the write. */
    readonly read: (input: InputShapeFromFields<I>, calls: Calls) => Promise<Completion<O>>;
  };
  readonly secret?: SecretInput;
  readonly payload: (f: PayloadFields) => FieldMap;
}

/** A secret in an input that a 401 can be about, rather than about the credential of the caller. */
export interface SecretInput {
  readonly name: string;
  /** What a 401 says of the secret that was given, and of the write when none was. */
  readonly whenGiven: string;
  readonly whenAbsent: string;
}

/** The read that tells whether the upstream accepts a credential. */
const currentUser: Step = { operation: 'getCurrentUser' };

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const mutationType = builder.objectRef<object>('Mutation').implement({
  description:
    'Writes to the upstream. Each mutation takes one `input` and answers with the changed object and `errors`.',
});

/** Adds a mutation, named noun first: `labelCreate`. */
export function addMutation<O extends OperationBelow<never>, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): void;
export function addMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I> & KnownLocation<MutationOptions<O, I>>,
): void;
export function addMutation<O extends OperationId, I extends InputFieldMap>(
  name: string,
  options: MutationOptions<O, I>,
): void {
  const { operation: id, target, in: holder } = options;
  const { body: schema, assumed, deprecated, answers } = operation(id);
  const parameters = filterParameters(id, options.except);
  const members = schema === undefined ? new Map<string, Schema>() : new Map(attributesOf(schema));
  for (const member of options.except ?? []) members.delete(member);
  const required = new Set([
    ...((schema && resolve(schema).required) ?? []),
    ...parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
  ]);
  define(name, {
    operations: [id],
    steps: options.completion?.steps ?? [],
    secret: options.secret,
    documented: new Map(
      [...members, ...parameterMembers(parameters)].map(([member, given]) => [camelCase(member), given]),
    ),
    description: describe(options.description ?? describeOperation(id), assumed),
    deprecationReason: options.deprecationReason ?? (deprecated && toGraphNames(deprecated)),
    fields:
      target || holder || options.input || members.size > 0 || parameters.length > 0
        ? (t) => ({
            ...locationFields(target, holder, t),
            ...options.input?.(t),
            ...memberFields(t, members, required),
            ...memberFields(t, parameterMembers(parameters), required),
          })
        : undefined,
    payload: (t) => options.payload(new PayloadFields(t, answers[0])),
    prepare: (args, violations) => {
      const input = typedInput<I>(args);
      // Made from the operation's own members, whose types the input has.
      const body = (schema && toBody(schema, args, options.except)) as BodyOf<O>;
      violations.push(...(options.check?.(input, body) ?? []));
      const query = toQuery<O>(parameters, args);
      const parametersOf = async () => {
        const found: Violation[] = [];
        const path = collectViolations(found, () => locate(options, args, input)) ?? {};
        const own = await collectViolations(
          found,
          () => options.request?.(input, body, query, path) ?? { body, query },
        );
        refuse(found);
        return { path, ...own };
      };
      return prepare(id, body, options.except ?? [], violations, parametersOf);
    },
    complete: async (request, args, calls) =>
      merge(request, await options.completion?.read(typedInput<I>(args), calls)),
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
  /** Members of the call that have to be read first, once nothing speaks against the write. */
  readonly completion?: {
    readonly steps: readonly Step[];
    readonly read: (
      input: InputShapeFromFields<I>,
      request: RestRequest,
      calls: Calls,
    ) => Promise<Pick<RestRequest, 'path' | 'body'>>;
  };
  /** The operation that an input chooses. */
  readonly operation: (input: InputShapeFromFields<I>) => OperationId;
  /** Its parameters, from the further input fields and the documented members that were given. */
  readonly request: (input: InputShapeFromFields<I>, body: Attributes) => Omit<RestRequest, 'operation'>;
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
  define(name, {
    operations: options.operations,
    steps: options.completion?.steps ?? [],
    documented: new Map([...members].map(([member, given]) => [camelCase(member), given])),
    description: describe(
      options.description,
      options.operations.every((id) => operation(id).assumed),
    ),
    deprecationReason: options.deprecationReason,
    fields: (t) => ({ ...options.input(t), ...memberFields(t, members, required) }),
    payload: (t) => options.payload(new PayloadFields(t, operation(first).answers[0])),
    nestedAt: (args) => {
      const input = typedInput<I>(args);
      const place = options.nested?.(input).place;
      if (place === undefined) return undefined;
      return { place, names: new Set([...attributesOf(bodySchema(options.operation(input))).keys()].map(camelCase)) };
    },
    prepare: async (args, violations) => {
      const input = typedInput<I>(args);
      const given: Attributes = Object.assign({}, ...bodies.map((schema) => toBody(schema, args, options.except)));
      const { body, place } = options.nested?.(input) ?? { body: given, place: ['input'] };
      violations.push(...(options.check?.(input, body) ?? []));
      const parametersOf = () => options.request(input, body);
      const id = collectViolations(violations, () => options.operation(input));
      if (id === undefined) throw badInput(violations);
      return prepare(id, body, options.except ?? [], violations, parametersOf, place);
    },
    complete: async (request, args, calls) =>
      merge(request, await options.completion?.read(typedInput<I>(args), request, calls)),
  });
}

/** A write, the reads that complete it, and what its payload gives. */
class MutationKind implements FieldKind {
  readonly attributes = [];
  readonly isOwn = false;
  readonly onlyOnce = true;
  readonly #writes: readonly OperationId[];
  readonly #steps: readonly Step[];

  /** @param writes the operations of which an input chooses one */
  constructor(writes: readonly OperationId[], steps: readonly Step[]) {
    this.#writes = writes;
    this.#steps = steps;
  }

  calls() {
    return [...oneOf(this.#writes, 'once'), ...stepCalls(this.#steps, 'untilReady')];
  }

  costsCall() {
    return true;
  }

  foresee({ listLength }: Place, _: Args, selection: Selection): Foreseen {
    const reads = stepReads(this.#steps, listLength);
    const [write] = this.#writes;
    const writes = write === undefined ? [] : [{ operation: write, request: undefined, times: 1, assumed: false }];
    return {
      reads: [...reads, ...writes],
      objects: [{ type: undefined, path: undefined, first: undefined, selection, after: reads.length }],
    };
  }
}

interface Definition {
  /** What may be called to write. */
  readonly operations: readonly OperationId[];
  /** What is read before. */
  readonly steps: readonly Step[];
  readonly secret?: SecretInput | undefined;
  /** Schemas of the input fields that are members of the body or query, by their names in the graph. */
  readonly documented: ReadonlyMap<string, Schema>;
  /** Where further inside the input the members of the body stand, and their names there. */
  readonly nestedAt?: (args: Args) => NestedMembers | undefined;
  readonly description: string;
  readonly deprecationReason: string | undefined;
  /** Absent where there is nothing to say. */
  readonly fields: ((t: FieldBuilder) => InputFieldMap) | undefined;
  readonly payload: (t: PayloadFields['t']) => FieldMap;
  /** The call, when nothing speaks against it; otherwise every violation at once, after those found already. */
  readonly prepare: (args: Args, violations: Violation[]) => Promise<RestRequest>;
  /** The call with what has to be read for it, once nothing speaks against it. */
  readonly complete: (request: RestRequest, args: Args, calls: Calls) => Promise<RestRequest>;
}

/** Whether the upstream accepts the caller's credential, which a 401 leaves open where it can be about something else. */
async function isCredentialAccepted(calls: Calls): Promise<boolean> {
  if (calls.isAnonymous) return false;
  try {
    await calls.read({ operation: 'getCurrentUser' });
    return true;
  } catch (error) {
    // A credential for something else than this is one all the same.
    return isRestError(error, 'FORBIDDEN');
  }
}

/** A 401 that is not about the caller's credential: about the secret in the input, where one can be. */
function otherRefusal(error: RestError, secret: SecretInput | undefined, input: Args): RestError {
  if (secret === undefined) return error;
  if (typeof input[secret.name] !== 'string') return new RestError('FORBIDDEN', secret.whenAbsent);
  return badInput([{ path: ['input', secret.name], message: `${secret.whenGiven}: ${error.message}` }]);
}

function define(name: string, { operations, description, deprecationReason, ...definition }: Definition): void {
  const { fields: inputFields, secret } = definition;
  const ambiguous = new Set(operations.filter((id) => secret !== undefined || operation(id).errors.has(401)));
  const kind = new MutationKind(operations, [...definition.steps, ...(ambiguous.size > 0 ? [currentUser] : [])]);
  const inputNames = new Set<string>();
  const inputType = builder.inputRef<object>(`${pascalCase(name)}Input`);
  if (inputFields !== undefined)
    inputType.implement({
      description: `Input of the mutation \`${name}\`.`,
      fields: (t) => {
        const fields = inputFields(t);
        for (const field of Object.keys(fields)) inputNames.add(field);
        return fields;
      },
    });

  const payloadType = builder.objectRef<Outcome>(`${pascalCase(name)}Payload`);
  payloadType.implement({
    description: `Result of the mutation \`${name}\`.`,
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

  /** One variable can be the input of any number of writes: what is wrong with it is found once. */
  const refused = new WeakMap<object, RestError>();

  const prepareOnce = async (args: Args): Promise<RestRequest> => {
    const known = refused.get(args);
    if (known !== undefined) throw known;
    const violations = [...illFormedTexts(args), ...meaninglessNulls(args, definition.documented)];
    try {
      return await definition.prepare(args, violations);
    } catch (error) {
      if (isRestError(error, 'BAD_USER_INPUT')) refused.set(args, error);
      throw error;
    }
  };

  /** The refusal that the caller can act on; undefined for what has to be a GraphQL error. */
  const actionable = async (error: unknown, request: RestRequest | undefined, args: Args, calls: Calls) => {
    if (!isRestError(error)) return undefined;
    if (error.code !== 'UNAUTHENTICATED') return error;
    if (request === undefined || !ambiguous.has(request.operation)) return undefined;
    return (await isCredentialAccepted(calls)) ? otherRefusal(error, secret, args) : undefined;
  };

  const write = async (args: Args, context: GraphContext, info: GraphQLResolveInfo): Promise<Outcome> => {
    const calls = new Calls(undefined, new Set(ownOperations(kind)), context, info);
    let request: RestRequest | undefined;
    try {
      request = await definition.complete(await prepareOnce(args), args, calls);
      return { request, answer: await context.rest.write(request, coordinate(info)), errors: [] };
    } catch (error) {
      const refusal = await actionable(error, request, args, calls);
      const errors = refusal && toMutationErrors(refusal, inputNames, definition.nestedAt?.(args));
      if (errors === undefined) throw error;
      return { request: undefined, answer: undefined, errors };
    }
  };

  builder.objectField(mutationType, name, (t) =>
    t.field({
      type: payloadType,
      nullable: true,
      description,
      ...(deprecationReason === undefined ? {} : { deprecationReason }),
      ...ofKind(kind),
      args: inputFields
        ? { input: t.arg({ type: inputType, required: true, description: 'Object to write to, and values to write.' }) }
        : {},
      resolve: (_, { input = {} }, context, info) => write(input, context, info),
    }),
  );
}

/** Violations without those that were found twice; of what is null, nothing else is told. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const nulls = new Set(
    violations.filter(({ message }) => message === mustNotBeNull).map(({ path }) => formatPath(path)),
  );
  const found = new Map<string, Violation>();
  for (const violation of violations) {
    const place = formatPath(violation.path);
    if (violation.message === mustNotBeNull || !nulls.has(place)) found.set(`${place} ${violation.message}`, violation);
  }
  return [...found.values()];
}

/** GraphQL has coerced the input to what `I` declares before anyone sees it. */
const typedInput = <I extends InputFieldMap>(input: Args) => input as InputShapeFromFields<I>;

function merge(request: RestRequest, completion: Pick<RestRequest, 'path' | 'body'> | undefined): RestRequest {
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
  parametersOf: () => Omit<RestRequest, 'operation'> | Promise<Omit<RestRequest, 'operation'>>,
  place: Violation['path'] = ['input'],
): Promise<RestRequest> {
  let request: RestRequest | undefined;
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
  if (request === undefined || violations.length > 0) throw badInput(distinct(violations));
  return request;
}

/** Collects the fields of merged selection sets, as graphql-js does. */
import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { DeferUsage, DeferUsages } from './defer-usage.ts';

/** Operation to which selection sets belong. */
export interface CollectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: GraphQLResolveInfo['fragments'];
  /** Whether conditions include a selection. @throws GraphQLError if a condition is `null` */
  isIncluded(node: SelectionNode): boolean;
  /** Usage of `@defer` on a fragment; `undefined` if it is not deferred. @throws GraphQLError if the condition is `null` */
  createDeferUsage(node: SelectionNode, parent: DeferUsage | undefined): DeferUsage | undefined;
}

/** Occurrences of one response key. */
export interface CollectedField {
  readonly nodes: FieldNode[];
  /** For each node, the deferred fragment that contains it; `undefined` as long as none is deferred. */
  usages: (DeferUsage | undefined)[] | undefined;
}

export class FieldCollector {
  readonly #context: CollectionContext;
  readonly #type: GraphQLNamedType | undefined;
  /** Fields by response key. */
  readonly fields = new Map<string, CollectedField>();
  /** Deferred fragments of these selection sets. */
  readonly newUsages: DeferUsage[] = [];
  /** Directives under which each fragment was visited, by fragment name; `null` for a visit that is not deferred. */
  readonly #visited = new Map<string, Set<DirectiveNode | null>>();

  /** @param type of the objects */
  constructor(context: CollectionContext, type: GraphQLNamedType | undefined) {
    this.#context = context;
    this.#type = type;
  }

  /** @param usages deferred fragment that contains each set; `undefined` if none is deferred */
  collect(sets: readonly SelectionSetNode[], usages: DeferUsages | undefined): void {
    for (const [index, set] of sets.entries()) this.#visit(set, usages?.[index]);
  }

  #visit({ selections }: SelectionSetNode, usage: DeferUsage | undefined): void {
    for (const node of selections) {
      if (!this.#context.isIncluded(node)) continue;
      if (node.kind === Kind.FIELD) {
        this.#addField(node, usage);
        continue;
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#context.fragments[node.name.value];
      if (fragment === undefined || !this.#matches(fragment.typeCondition?.name.value)) continue;
      const newUsage = this.#context.createDeferUsage(node, usage);
      const inner = newUsage ?? usage;
      if (node.kind === Kind.FRAGMENT_SPREAD && !this.#isFirstVisit(node.name.value, inner)) continue;
      if (newUsage !== undefined) this.newUsages.push(newUsage);
      this.#visit(fragment.selectionSet, inner);
    }
  }

  /** A fragment that was visited without `@defer` adds nothing in a deferred one. */
  #isFirstVisit(name: string, usage: DeferUsage | undefined): boolean {
    const directive = usage?.directive ?? null;
    const visits = this.#visited.get(name);
    if (visits === undefined) {
      this.#visited.set(name, new Set([directive]));
      return true;
    }
    if (visits.has(null) || visits.has(directive)) return false;
    visits.add(directive);
    return true;
  }

  #addField(node: FieldNode, usage: DeferUsage | undefined): void {
    const key = node.alias?.value ?? node.name.value;
    let field = this.fields.get(key);
    if (field === undefined) {
      field = { nodes: [], usages: undefined };
      this.fields.set(key, field);
    }
    if (usage !== undefined) field.usages ??= field.nodes.map(() => undefined);
    field.nodes.push(node);
    field.usages?.push(usage);
  }

  /** Whether a fragment with a type condition may apply to the objects. */
  #matches(condition: string | undefined): boolean {
    const type = this.#type;
    if (condition === undefined || condition === type?.name) return true;
    if (type === undefined) return false;
    if (!isObjectType(type)) return isAbstractType(type);
    const { schema } = this.#context;
    const conditionType = schema.getType(condition);
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
  }
}

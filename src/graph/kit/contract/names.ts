/** Names of the REST contract in the conventions of GraphQL. */
import type { GraphQLResolveInfo } from 'graphql';

/** `web_url` as `webUrl`; capitalised keys (`Category`) too. */
export function camelCase(name: string): string {
  const camel = name.replace(/[_-]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}

/** `waiting_for_resource` as `WAITING_FOR_RESOURCE`. */
export function screamingCase(word: string): string {
  return word.replace(/[^a-zA-Z0-9]+/g, '_').toUpperCase();
}

/** Names of the contract as the graph has them; words in backquotes are values and stay. */
export function toGraphNames(text: string): string {
  return text.replace(/`[^`]*`|\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) => (word.startsWith('`') ? word : camelCase(word)));
}

/** A description, and whether what it describes is an assumption about services of this kind. */
export function describe(description: string | undefined, assumed = false): string {
  const text = (description ?? '').trim();
  return assumed ? `${text}\n\nAssumed of services of this kind: the documented interface does not show it.` : text;
}

/** The field being resolved, as in `Type.field`. */
export function coordinate({ parentType, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>): string {
  return `${parentType.name}.${fieldName}`;
}

/** The name of a type as words: `a merge request`, but for the article. */
export const words = (typename: string): string => typename.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();

/** The name of a type with its article: `a Label`, `an Issue`, `a User`. */
export const withArticle = (typename: string): string => `${/^[AEIO]/.test(typename) ? 'an' : 'a'} ${typename}`;

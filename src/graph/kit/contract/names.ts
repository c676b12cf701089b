/** Converts names of the REST contract to the conventions of GraphQL. */
import type { GraphQLResolveInfo } from 'graphql';

/** Converts `web_url` to `webUrl`, and capitalized names such as `Category` to `category`. */
export function camelCase(name: string): string {
  const camel = name.replace(/[_-]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}

/** Converts `waiting_for_resource` to `WAITING_FOR_RESOURCE`. */
export function screamingCase(word: string): string {
  return word.replace(/[^a-zA-Z0-9]+/g, '_').toUpperCase();
}

/**
 * Converts names of the contract in a text to names of the graph. Words in backquotes are values and stay unchanged.
 */
export function toGraphNames(text: string): string {
  return text.replace(/`[^`]*`|\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) => (word.startsWith('`') ? word : camelCase(word)));
}

/** Last paragraph of a description of an element that the documents do not contain. */
export const assumption = 'Assumed of services of this kind: the reference documentation does not show it.';

/** Last paragraph of the description of the field `extra`. */
export const extraRules =
  'Includes enum values that the schema lacks. Names and values are those of REST; deprecated attributes are omitted. The value depends on the response that contained the object, and costs a call only if none did. Secrets and credentials are masked. At most 16 KB of JSON; further attributes are omitted.';

/** End of the description of a field that returns the object that its arguments identify. */
export const missingObjectRule =
  'null if the service reports that none exists, an error if the caller may not read it.';

/** Paragraphs of descriptions of nullable fields that do not state otherwise when they are null. */
export const nullReasons = {
  rejectedWrite: 'Null if the write was rejected.',
  rejectedWriteOrUnreadableObject: 'Null if the write was rejected, or the object can no longer be read after it.',
  missingObject: `N${missingObjectRule.slice(1)}`,
  missingAttribute: 'Null if the service does not send it.',
  missingReference:
    'Null if the service does not send its id, or if the caller may not see it and more than its id is selected.',
  hiddenReference: 'Null, too, if the caller may not see it and more than its id is selected.',
} as const;

/** Paragraph of the description of an input field that does not accept null, of an update. */
export const nullIsRejected = 'Null is rejected.';

/** Returns a description. @param assumed whether the element is an assumption about services of this kind */
export function describe(description: string | undefined, assumed = false): string {
  const text = (description ?? '').trim();
  return assumed ? `${text}\n\n${assumption}` : text;
}

/** Adds to a description that the REST service does not send the attribute. */
export const describeAbsent = (description: string): string =>
  `${description}\n\nThe REST service does not send this attribute, so the field is null.`;

/** Returns the coordinate of the field that is resolved, `Type.field`. */
export function coordinate({ parentType, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>): string {
  return `${parentType.name}.${fieldName}`;
}

/** Converts the name of a type to words, such as `merge request`. */
export const humanizeTypeName = (typename: string): string => typename.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();

/** Adds the article to the name of a type: `a Label`, `an Issue`, `a User`. */
export const withArticle = (typename: string): string => `${/^[AEIO]/i.test(typename) ? 'an' : 'a'} ${typename}`;

/** Marks in the descriptions of fields. */

/** Marks a field that costs a call for each object of a list. GraphiQL shows it in completion and in the query builder. */
export const callPerItemMark = 'One call per item of a list.';

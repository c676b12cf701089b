/** Order in which queries select attributes: first those that identify an object and show its state. */

const identifying = [
  'id',
  'iid',
  'fullPath',
  'username',
  'name',
  'title',
  'key',
  'slug',
  'status',
  'state',
  'ref',
  'body',
  'email',
  'value',
  'description',
  'color',
  'accessLevel',
  'webUrl',
  'createdAt',
];

/** Attributes that duplicate others, or that only programs read. */
const secondary = new Set(['databaseId', 'extra']);

const rank = (name: string): number => {
  const index = identifying.indexOf(name);
  return index === -1 ? identifying.length + (secondary.has(name) ? 1 : 0) : index;
};

/** Whether an attribute identifies an object or shows its state. */
export const isIdentifying = (name: string): boolean => identifying.includes(name);

/** Compares names of attributes for sorting. */
export const compareAttributes = (a: string, b: string): number => rank(a) - rank(b);

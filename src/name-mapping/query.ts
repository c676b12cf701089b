/** Translation of query parameters as single name-value pairs. */
import { type Operation, resolve, type Schema } from '../contract/index.ts';
import type { MappingFile } from './mapping-file.ts';
import { getEnumMapping, getOwn, getProperties, getValueMapping, toUpstreamName } from './names.ts';
import {
  createValueTranslation,
  type Direction,
  type InputMapping,
  type Translate,
  upstreamPrefix,
} from './translation.ts';

/** Translates the name and value of a parameter such as `not[labels]=a,b`. */
export type TranslatePair = (name: string, value: string) => readonly [string, string];

interface ParameterMapping {
  readonly name: string;
  readonly upstreamName: string;
  readonly values: Readonly<Record<string, string>> | undefined;
  /** Properties of an object parameter such as `not[labels]`. */
  readonly properties: readonly ParameterMapping[];
}

type MappingByName = ReadonlyMap<
  string,
  { readonly to: string; readonly translate: Translate | undefined; readonly properties: MappingByName }
>;

function createParameterMappings(
  file: MappingFile,
  { queryParameters }: Operation,
  { parameters, values = {} }: InputMapping,
): readonly ParameterMapping[] {
  const getItemValues = (schema: Schema) => getEnumMapping(file, resolve(schema).items ?? schema);
  return queryParameters.map(({ name, schema }) => ({
    name,
    upstreamName: toUpstreamName(file, { name, owners: [] }, parameters),
    values: getOwn(values, name) ?? getItemValues(schema),
    properties: getProperties(schema).map((property) => ({
      name: property.name,
      upstreamName: toUpstreamName(file, property),
      values: getValueMapping(file, property) ?? getItemValues(property.schema),
      properties: [],
    })),
  }));
}

const isDifferent = ({ name, upstreamName, values, properties }: ParameterMapping): boolean =>
  name !== upstreamName || values !== undefined || properties.some(isDifferent);

function indexByName(rules: readonly ParameterMapping[], direction: Direction): MappingByName {
  return new Map(
    rules.map(({ name, upstreamName, values, properties }) => {
      const [from, to] = direction === 'toUpstream' ? [name, upstreamName] : [upstreamName, name];
      return [
        from,
        {
          to,
          translate: values && createValueTranslation(values, direction),
          properties: indexByName(properties, direction),
        },
      ];
    }),
  );
}

/** Translates a value, or several that are separated by commas. */
function translateValues(value: string, translate: Translate | undefined): string {
  return translate === undefined ? value : value.split(',').map(translate).join(',');
}

/** Translation of the query parameters of an operation; `undefined` if they are the same upstream. */
export function createQueryTranslation(file: MappingFile, operation: Operation, input: InputMapping) {
  const rules = createParameterMappings(file, operation, input);
  if (!rules.some(isDifferent)) return { toUpstream: undefined, fromUpstream: undefined };
  const inDirection = (direction: Direction): TranslatePair => {
    const rulesByName = indexByName(rules, direction);
    const contractNames = new Set(direction === 'fromUpstream' ? rules.map(({ name }) => name) : []);
    return (wireName, value) => {
      const [name = '', ...parts] = wireName.split('[');
      const rule = rulesByName.get(name);
      if (rule === undefined) return [contractNames.has(name) ? upstreamPrefix + wireName : wireName, value];
      const [part, ...others] = parts;
      const property = part === undefined ? undefined : rule.properties.get(part.replace(']', ''));
      const rest = property === undefined ? parts : [`${property.to}]`, ...others];
      return [[rule.to, ...rest].join('['), translateValues(value, (property ?? rule).translate)];
    };
  };
  return { toUpstream: inDirection('toUpstream'), fromUpstream: inDirection('fromUpstream') };
}

/** Schema of the commands that need no server: the part of the graph that the settings in the environment offer. */
import type { GraphQLSchema } from 'graphql';
import { createGraph, loadAreas } from '../config/areas.ts';
import { ConfigError } from '../config/environment-variables.ts';
import { readAreaModules, readExtra, readGraphConfig } from '../config/graph-config.ts';
import { withoutExtra } from '../graph/kit/fields/extra.ts';
import { CommandFailure } from '../helpers/command-failure.ts';

/** @throws CommandFailure if a setting is invalid, or an area contains a mistake */
export async function createLocalSchema(env: NodeJS.ProcessEnv): Promise<GraphQLSchema> {
  try {
    const schema = createGraph(readGraphConfig(env), await loadAreas(readAreaModules(env)));
    return readExtra(env) ? schema : withoutExtra(schema);
  } catch (error) {
    throw error instanceof ConfigError ? new CommandFailure(error.message) : error;
  }
}

/** Bundles modules and their imports, because loading many files takes most of the start time of a process. */
import { type OutputOptions, type Plugin, type RolldownOutput, rolldown } from 'rolldown';

/** Resolves imports and requires of graphql to the same modules, because two copies reject the objects of each other. */
const oneGraphql: Plugin = {
  name: 'one-graphql',
  async resolveId(source, importer, { isEntry }) {
    if (!/^graphql(\/|$)/.test(source)) return null;
    const resolved = await this.resolve(source, importer, { isEntry, kind: 'import-statement', skipSelf: true });
    return resolved === null ? null : resolved.id.replace(/\.js$/, '.mjs');
  },
};

/**
 * Writes the bundle of entry points, in place of all files of the folder.
 *
 * @param input paths of the entry points by their names, relative to the working directory
 * @throws Error for a warning of the bundler
 */
export async function writeBundle(
  input: Readonly<Record<string, string>>,
  dir: string,
  options: Pick<OutputOptions, 'banner'> = {},
): Promise<RolldownOutput> {
  await using bundle = await rolldown({
    input: { ...input },
    platform: 'node',
    plugins: [oneGraphql],
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  return await bundle.write({ dir, format: 'esm', chunkFileNames: 'part-[name].js', cleanDir: true, ...options });
}

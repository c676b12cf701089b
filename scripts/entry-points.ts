/** Entry points of the package: files of `package` by their names. */
export const entryPoints: readonly string[] = ['portico', 'kit', 'sandbox', 'testing'];

/**
 * Entry points whose declarations are those of the compiler, in `dist/declarations`: areas augment interfaces of the kit, whose builders have
 * global types.
 */
export const unbundledTypes: ReadonlySet<string> = new Set(['kit']);

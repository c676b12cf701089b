/** File names of the workers, which the build puts in. */
declare const WORKERS: Readonly<Record<'editor' | 'json' | 'graphql', string>>;

declare module '*.css';

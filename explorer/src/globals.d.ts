/** File names of the workers, which the build puts in. */
declare const WORKERS: Readonly<Record<'editor' | 'json' | 'graphql', string>>;

declare module '*.css';

declare module 'monaco-editor/esm/vs/editor/editor.worker.js' {
  import type { worker } from 'monaco-editor';
  import type { ICreateData } from 'monaco-graphql/esm/typings/index.d.ts';

  /** Starts a worker. Called on its first message. */
  export function initialize(create: (context: worker.IWorkerContext, data: ICreateData) => object): void;
}

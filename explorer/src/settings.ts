/** Settings that the server writes into the page. */
interface Settings {
  /** Whether callers may request traces and plans. */
  readonly trace: boolean;
  /** Roles of the sandbox; `undefined` without a sandbox. */
  readonly roles?: {
    readonly tokens: Readonly<Record<string, string>>;
    /** Initially selected role. */
    readonly initial: string;
  };
  /** Operations of the initial tabs. */
  readonly examples: readonly { readonly query: string; readonly variables?: string }[];
}

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '');

/** What the server tells the page. */
interface Settings {
  /** Whether callers may ask for traces and plans. */
  readonly trace: boolean;
  /** The roles of the sandbox; absent where there is none. */
  readonly roles?: {
    readonly tokens: Readonly<Record<string, string>>;
    /** The role to begin with. */
    readonly initial: string;
  };
  /** The tabs to begin with. */
  readonly examples: readonly { readonly query: string; readonly variables?: string }[];
}

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '');

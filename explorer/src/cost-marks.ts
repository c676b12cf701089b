/** Marks fields that cost a call for each item of a list in the completions of the query editor. */
import type { languages } from 'monaco-editor';
import { callPerItemMark } from '../../src/graph/kit/call-marks.ts';

type Provider = languages.CompletionItemProvider;

function markCost(item: languages.CompletionItem): languages.CompletionItem {
  const { label, detail, documentation } = item;
  const text = typeof documentation === 'string' ? documentation : (documentation?.value ?? '');
  if (typeof label !== 'string' || !text.includes(callPerItemMark)) return item;
  return { ...item, label: { label, description: `${detail ?? ''} · call per list item` } };
}

/** Wraps a provider of completions. */
function withCostMarks(provider: Provider): Provider {
  return {
    ...(provider.triggerCharacters && { triggerCharacters: provider.triggerCharacters }),
    async provideCompletionItems(...args) {
      const list = await provider.provideCompletionItems(...args);
      return list && { ...list, suggestions: list.suggestions.map(markCost) };
    },
  };
}

/** Lets Monaco mark the costs in the completions of all providers that are registered later. */
export function markCompletionCosts(api: Pick<typeof languages, 'registerCompletionItemProvider'>): void {
  const register = api.registerCompletionItemProvider;
  api.registerCompletionItemProvider = (selector, provider) => register(selector, withCostMarks(provider));
}

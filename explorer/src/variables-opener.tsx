/** Opens the variables editor when a tab has variables. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

export function VariablesOpener(): null {
  const { tabs, activeTabIndex } = useGraphiQL((state) => ({ tabs: state.tabs, activeTabIndex: state.activeTabIndex }));
  const tab = tabs[activeTabIndex];
  const hasVariables = (tab?.variables ?? '').trim() !== '';
  const id = tab?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a switch of tabs opens them again
  useEffect(() => {
    // GraphiQL offers no other way to open them.
    const button = document.querySelector<HTMLButtonElement>('[aria-label="Show editor tools"]');
    if (hasVariables) button?.click();
  }, [id, hasVariables]);
  return null;
}

/** Scrolls the tab of the open operation into view. */
import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

export function ActiveTab(): null {
  const { tabs, activeTabIndex } = useGraphiQL((state) => ({ tabs: state.tabs, activeTabIndex: state.activeTabIndex }));
  const { id, title } = tabs[activeTabIndex] ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or another title, has another position
  useEffect(() => {
    document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id, title]);
  return null;
}

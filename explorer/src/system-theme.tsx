/** Applies a change of the system theme to the editors, unless the user has chosen a theme. GraphiQL reads it only once. */
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';

export function SystemTheme(): null {
  const { setTheme } = useGraphiQLActions();
  const isSystemTheme = useGraphiQL(({ theme }) => theme === null);
  useEffect(() => {
    if (!isSystemTheme) return;
    const query = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => setTheme(null);
    query.addEventListener('change', apply);
    return () => query.removeEventListener('change', apply);
  }, [isSystemTheme, setTheme]);
  return null;
}

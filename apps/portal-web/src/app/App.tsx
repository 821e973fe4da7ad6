import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { Translator } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, StrictMode } from 'react';
import { I18nProvider } from '../lib/i18n.tsx';
import { usePreferences } from '../lib/preferences/preferences.store.ts';
import { queryClient } from '../lib/query-client.ts';
import { schemeOf, ThemeProvider } from '../theme/ThemeProvider.tsx';
import { router } from './router.ts';

/** Everything the screens stand on: texts, theme, server data, addresses. */
export function App(props: { translator: Translator }): ReactElement {
  const darkMode = usePreferences((preferences) => preferences.darkMode);
  return (
    <StrictMode>
      <I18nProvider translator={props.translator}>
        <ThemeProvider scheme={schemeOf(darkMode)}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ThemeProvider>
      </I18nProvider>
    </StrictMode>
  );
}

import { RouterProvider } from '@tanstack/react-router';
import type { Translator } from '@varco/i18n/create-translator.ts';
import { type ReactElement, StrictMode } from 'react';
import { I18nProvider } from '../lib/i18n.tsx';
import { usePreferences } from '../lib/preferences/preferences.store.ts';
import { toScheme, ThemeProvider } from '../theme/ThemeProvider.tsx';
import { router } from './router.ts';

/** Wraps the router in the providers every screen needs: texts and theme. */
export function App(props: { translator: Translator }): ReactElement {
  const darkMode = usePreferences((preferences) => preferences.darkMode);
  return (
    <StrictMode>
      <I18nProvider translator={props.translator}>
        <ThemeProvider scheme={toScheme(darkMode)}>
          <RouterProvider router={router} />
        </ThemeProvider>
      </I18nProvider>
    </StrictMode>
  );
}

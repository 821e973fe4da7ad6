import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { ReactElement, ReactNode } from 'react';
import { cssVariables, mantineTheme } from './mantine-theme.ts';
import { readDocumentNonce } from './nonce.ts';
import './styles.ts';

export type SchemeChoice = 'light' | 'dark' | 'auto';

/** Maps UI setting `darkMode` (P 3) to the color scheme. A user who never chose follows the system. */
export function toScheme(darkMode: boolean | null): SchemeChoice {
  if (darkMode === null) return 'auto';
  return darkMode ? 'dark' : 'light';
}

/** The effective scheme: `auto` is resolved by the system setting and follows its changes. */
export function useResolvedScheme(choice: SchemeChoice): 'light' | 'dark' {
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return choice === 'auto' ? system : choice;
}

/** Provides tokens, Mantine and the color scheme to the tree. Holds no state: the preferences own the setting. */
export function ThemeProvider(props: { scheme: SchemeChoice; children: ReactNode }): ReactElement {
  const scheme = useResolvedScheme(props.scheme);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      getStyleNonce={readDocumentNonce}
    >
      {props.children}
    </MantineProvider>
  );
}

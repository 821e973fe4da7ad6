import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { ReactElement, ReactNode } from 'react';
import { cssVariables, mantineTheme } from './mantine-theme.ts';
import { documentNonce } from './nonce.ts';
import './styles.ts';

export type SchemeChoice = 'light' | 'dark' | 'auto';

/** UI setting `darkMode` (P 3) -> the scheme. A user who never chose follows the system. */
export function schemeOf(darkMode: boolean | null): SchemeChoice {
  if (darkMode === null) return 'auto';
  return darkMode ? 'dark' : 'light';
}

/** The scheme really shown: `auto` resolved against the system, live. */
export function useResolvedScheme(choice: SchemeChoice): 'light' | 'dark' {
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return choice === 'auto' ? system : choice;
}

/** Tokens, Mantine and the light or dark choice over the whole tree. It keeps no state: the setting has one owner. */
export function ThemeProvider(props: { scheme: SchemeChoice; children: ReactNode }): ReactElement {
  const scheme = useResolvedScheme(props.scheme);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      getStyleNonce={documentNonce}
    >
      {props.children}
    </MantineProvider>
  );
}

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { Language } from '@varco/i18n/message-types.ts';
import type { ReactElement } from 'react';
import { I18nProvider } from '../src/lib/i18n.tsx';

/** Test wrapper with all providers, in Italian unless another language is given: theme, texts, query client, router. `inside`: the page shown in a layout. */
export function TestProviders(props: {
  screen: () => ReactElement | null;
  inside?: () => ReactElement | null;
  path?: string;
  language?: Language;
}): ReactElement {
  const root = createRootRoute();
  const { screen, inside } = props;
  const layout = createRoute({ getParentRoute: () => root, id: 'layout', component: screen });
  const inner = createRoute({ getParentRoute: () => layout, path: '$', component: inside ?? (() => null) });
  const page = layout.addChildren([inner]);
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [props.path ?? '/page'] }),
  });
  return (
    <I18nProvider translator={createI18n(props.language ?? 'it')}>
      <MantineProvider>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  );
}

import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import type { ReactElement } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

const { Component: ExportProvider } = lazyComponent(
  async () => {
    const [{ ExportHost: Part }] = await Promise.all([
      import('../../features/exports/ExportHost.tsx'),
      loadMessages('alerts'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

/** Export dialogs and progress, on every page. If the code cannot be loaded, only exports are unavailable (T 8.5). */
export const ExportOverlay = (): ReactElement => (
  <ErrorBoundary fallback={() => null} onError={logCrash}>
    <ExportProvider />
  </ErrorBoundary>
);

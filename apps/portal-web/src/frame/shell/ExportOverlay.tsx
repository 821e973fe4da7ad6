import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { loadMessages } from '../../lib/messages.ts';

const ExportProvider = lazy(async () => {
  const [{ ExportHost: Desk }] = await Promise.all([
    import('../../features/exports/ExportHost.tsx'),
    loadMessages('alerts'),
  ]);
  return { default: Desk };
});

/** Export dialogs and progress, on every page. If the code cannot be loaded, only exports are unavailable (T 8.5). */
export const ExportOverlay = (): ReactElement => (
  <ErrorBoundary fallback={() => null} onError={logCrash}>
    <Suspense fallback={null}>
      <ExportProvider />
    </Suspense>
  </ErrorBoundary>
);

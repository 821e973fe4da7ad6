import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { bringTexts } from '../../lib/texts.ts';

const ExportDesk = lazy(async () => {
  const [{ ExportDesk: Desk }] = await Promise.all([
    import('../../features/exports/ExportDesk.tsx'),
    bringTexts('alerts'),
  ]);
  return { default: Desk };
});

/** Export dialogs and progress, on every page. If the code cannot be loaded, only exports are unavailable (T 8.5). */
export const ExportPlace = (): ReactElement => (
  <ErrorBoundary fallback={() => null} onError={logCrash}>
    <Suspense fallback={null}>
      <ExportDesk />
    </Suspense>
  </ErrorBoundary>
);

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

/** Where exports are asked for and watched, on every page. Without its code nothing is exported, and everything else goes on (T 8.5). */
export const ExportPlace = (): ReactElement => (
  <ErrorBoundary fallback={() => null} onError={logCrash}>
    <Suspense fallback={null}>
      <ExportDesk />
    </Suspense>
  </ErrorBoundary>
);

import { lazy, type ReactElement, Suspense } from 'react';
import { usePopups } from '../../lib/notices/popup.store.ts';
import { NotificationArea } from './NotificationArea.tsx';
import { PageMissingDialog } from './PageMissingDialog.tsx';

const GlobalDialogs = lazy(async () => ({ default: (await import('./GlobalDialogs.tsx')).GlobalDialogs }));

/** Notifications and dialogs over every page. The dialogs are loaded on first use, so that sign-in does not wait for them. */
export function Overlays(): ReactElement {
  const isRequested = usePopups(
    ({ error, services, missingModule, isForbidden, newVersion }) =>
      error !== null || services !== null || missingModule !== null || isForbidden || newVersion !== null,
  );
  return (
    <>
      <NotificationArea />
      <PageMissingDialog />
      {isRequested && (
        <Suspense fallback={null}>
          <GlobalDialogs />
        </Suspense>
      )}
    </>
  );
}

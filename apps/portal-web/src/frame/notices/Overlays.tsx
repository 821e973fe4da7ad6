import type { ReactElement } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { NO_POPUPS, showPopup, usePopups } from '../../lib/notices/popup.store.ts';
import { NotificationArea } from './NotificationArea.tsx';
import { PageMissingDialog } from './PageMissingDialog.tsx';

const { Component: GlobalDialogs } = lazyComponent(
  async () => (await import('./GlobalDialogs.tsx')).GlobalDialogs,
  null,
  { close: () => showPopup(NO_POPUPS) },
);

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
      {isRequested && <GlobalDialogs />}
    </>
  );
}

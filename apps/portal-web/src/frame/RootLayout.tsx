import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { GlobalDialogs } from './notices/GlobalDialogs.tsx';
import { NotificationArea } from './notices/NotificationArea.tsx';
import { useDocumentTitle } from './shell/use-screen-title.ts';

/** What stands on every address: the page, and over it notifications and dialogs. */
export function RootLayout(): ReactElement {
  useDocumentTitle();
  return (
    <>
      <Outlet />
      <NotificationArea />
      <GlobalDialogs />
    </>
  );
}

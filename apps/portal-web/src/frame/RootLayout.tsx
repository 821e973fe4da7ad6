import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { GlobalDialogs } from './notices/GlobalDialogs.tsx';
import { NotificationArea } from './notices/NotificationArea.tsx';

/** What stands on every address: the page, and over it notifications and dialogs. */
export function RootLayout(): ReactElement {
  return (
    <>
      <Outlet />
      <NotificationArea />
      <GlobalDialogs />
    </>
  );
}

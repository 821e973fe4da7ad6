import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Overlays } from './notices/Overlays.tsx';

/** What stands on every address: the page, and over it notifications and dialogs. */
export function RootLayout(): ReactElement {
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  );
}

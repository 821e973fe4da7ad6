import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Overlays } from './notices/Overlays.tsx';
import { useDocumentTitle } from './use-document-title.ts';

/** What stands on every address: the page, and over it notifications and dialogs. */
export function RootLayout(): ReactElement {
  useDocumentTitle();
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  );
}

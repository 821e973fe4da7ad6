import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Overlays } from './notices/Overlays.tsx';
import { useDocumentTitle } from './use-document-title.ts';

/** Layout of every address: the page, with notifications and dialogs over it. */
export function RootLayout(): ReactElement {
  useDocumentTitle();
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  );
}

import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useDocumentTitle } from './shell/use-screen-title.ts';

/** Round every page, of visitors too. */
export function Root(): ReactElement {
  useDocumentTitle();
  return <Outlet />;
}

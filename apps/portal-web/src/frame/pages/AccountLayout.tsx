import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ServerData } from '../ServerData.tsx';

/** Pages of an account outside of the main layout. */
export function AccountLayout(): ReactElement {
  return (
    <ServerData>
      <Outlet />
    </ServerData>
  );
}

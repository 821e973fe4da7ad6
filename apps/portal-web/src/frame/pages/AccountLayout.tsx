import { Outlet } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ServerData } from '../ServerData.tsx';

/** Layout of the account pages, which are outside of the main layout. */
export function AccountLayout(): ReactElement {
  return (
    <ServerData>
      <Outlet />
    </ServerData>
  );
}

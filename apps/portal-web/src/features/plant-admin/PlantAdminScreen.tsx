import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { DevicesScreen } from './DevicesScreen.tsx';
import { GroupsScreen } from './GroupsScreen.tsx';

// With it comes the code of the map.
const { Part: DistrictsScreen } = latePart(async () => (await import('./DistrictsScreen.tsx')).DistrictsScreen);

/** /peer/groups, /peer/devices, /peer/districts: one route, so that the page of the sign-in carries one line for the three. */
export function PlantAdminScreen(): ReactElement {
  const { pathname } = useLocation();
  if (pathname === '/peer/groups') return <GroupsScreen />;
  return pathname === '/peer/devices' ? <DevicesScreen /> : <DistrictsScreen />;
}

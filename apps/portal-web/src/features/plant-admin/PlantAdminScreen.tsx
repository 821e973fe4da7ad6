import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { DevicesScreen } from './DevicesScreen.tsx';
import { GroupsScreen } from './GroupsScreen.tsx';

// Loaded separately, because it includes the map code.
const { Component: DistrictsScreen } = lazyComponent(
  async () => (await import('./DistrictsScreen.tsx')).DistrictsScreen,
);

const { Component: GatesScreen } = lazyComponent(async () => (await import('./gates/GatesScreen.tsx')).GatesScreen);

const { Component: CamerasScreen } = lazyComponent(
  async () => (await import('./cameras/CamerasScreen.tsx')).CamerasScreen,
);

const { Component: PortalsScreen } = lazyComponent(
  async () => (await import('./joining/PortalsScreen.tsx')).PortalsScreen,
);

const { Component: SettingsScreen } = lazyComponent(
  async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
);

const { Component: HoldsScreen } = lazyComponent(async () => (await import('./holds/HoldsScreen.tsx')).HoldsScreen);

/** Screens of plant management by their last part of the address: one route for all keeps the initial bundle small. */
export function PlantAdminScreen(): ReactElement {
  const { pathname } = useLocation();
  if (pathname === '/peer/groups') return <GroupsScreen />;
  if (pathname === '/peer/gates') return <GatesScreen />;
  if (pathname === '/peer/cameras') return <CamerasScreen />;
  if (pathname === '/peer/portals') return <PortalsScreen />;
  if (pathname === '/peer/settings') return <SettingsScreen />;
  if (pathname === '/peer/holds') return <HoldsScreen />;
  return pathname === '/peer/devices' ? <DevicesScreen /> : <DistrictsScreen />;
}

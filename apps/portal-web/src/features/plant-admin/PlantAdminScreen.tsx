import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';
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

const { Component: ImportScreen } = lazyComponent(async () => {
  const [{ ImportScreen: Part }] = await Promise.all([
    import('./import/ImportScreen.tsx'),
    loadMessages('file-import'),
  ]);
  return Part;
});

const { Component: PortalsScreen } = lazyComponent(
  async () => (await import('./joining/PortalsScreen.tsx')).PortalsScreen,
);

const { Component: SettingsScreen } = lazyComponent(
  async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
);

const { Component: HoldsScreen } = lazyComponent(async () => (await import('./holds/HoldsScreen.tsx')).HoldsScreen);

const { Component: DeletionsScreen } = lazyComponent(
  async () => (await import('./deletions/DeletionsScreen.tsx')).DeletionsScreen,
);

/** Screens of plant management by their last part of the address: one route for all keeps the initial bundle small. */
export function PlantAdminScreen(): ReactElement {
  const { pathname } = useLocation();
  if (pathname === '/peer/groups') return <GroupsScreen />;
  if (pathname === '/peer/gates') return <GatesScreen />;
  if (pathname === '/peer/cameras') return <CamerasScreen />;
  if (pathname === '/peer/import') return <ImportScreen />;
  if (pathname === '/peer/portals') return <PortalsScreen />;
  if (pathname === '/peer/settings') return <SettingsScreen />;
  if (pathname === '/peer/holds') return <HoldsScreen />;
  if (pathname === '/peer/deletions') return <DeletionsScreen />;
  return pathname === '/peer/devices' ? <DevicesScreen /> : <DistrictsScreen />;
}

import { createFileRoute } from '@tanstack/react-router';
import { PortalSettingsScreen } from '../features/portal-settings/PortalSettingsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/dashboard/settings')({
  beforeLoad: () => loadMessages('portal-settings', 'plant-groups'),
  component: PortalSettingsScreen,
});

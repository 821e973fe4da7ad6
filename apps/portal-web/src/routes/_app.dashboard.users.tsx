import { createFileRoute } from '@tanstack/react-router';
import { PortalUsersScreen } from '../features/portal-users/PortalUsersScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/dashboard/users')({
  beforeLoad: () => loadMessages('portal-users', 'plant-groups'),
  component: PortalUsersScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { PortalKeysScreen } from '../features/portal-keys/PortalKeysScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/dashboard/keys')({
  beforeLoad: () => loadMessages('portal-keys'),
  component: PortalKeysScreen,
});

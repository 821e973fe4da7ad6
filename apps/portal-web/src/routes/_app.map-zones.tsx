import { createFileRoute } from '@tanstack/react-router';
import { ZonesScreen } from '../features/zones/ZonesScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/map-zones')({
  beforeLoad: () => loadMessages('maps'),
  component: ZonesScreen,
});

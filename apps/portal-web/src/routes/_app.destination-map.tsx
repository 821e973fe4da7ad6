import { createFileRoute } from '@tanstack/react-router';
import { DestinationsScreen } from '../features/destinations/DestinationsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/destination-map')({
  beforeLoad: () => loadMessages('maps'),
  component: DestinationsScreen,
});

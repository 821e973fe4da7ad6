import { createFileRoute } from '@tanstack/react-router';
import { PlantStatusScreen } from '../features/plant-status/PlantStatusScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/peer/status')({
  beforeLoad: () => loadMessages('plants'),
  component: PlantStatusScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { PlantRegistryScreen } from '../features/plant-registry/PlantRegistryScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/dashboard/peers')({
  beforeLoad: () => loadMessages('plants'),
  component: PlantRegistryScreen,
});

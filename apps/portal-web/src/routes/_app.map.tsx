import { createFileRoute } from '@tanstack/react-router';
import { PlantMapScreen } from '../features/plant-map/PlantMapScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/map')({
  beforeLoad: () => loadMessages('maps'),
  component: PlantMapScreen,
});

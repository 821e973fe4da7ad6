import { createFileRoute } from '@tanstack/react-router';
import { PlantStatusScreen } from '../features/plant-status/PlantStatusScreen.tsx';

export const Route = createFileRoute('/_app/peer/status')({ component: PlantStatusScreen });

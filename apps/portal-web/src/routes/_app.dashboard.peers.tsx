import { createFileRoute } from '@tanstack/react-router';
import { PlantRegistryScreen } from '../features/plant-registry/PlantRegistryScreen.tsx';

export const Route = createFileRoute('/_app/dashboard/peers')({ component: PlantRegistryScreen });

import { createFileRoute } from '@tanstack/react-router';
import { PlantMapScreen } from '../features/plant-map/PlantMapScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/map')({ beforeLoad: () => bringTexts('maps'), component: PlantMapScreen });

import { createFileRoute } from '@tanstack/react-router';
import { PlantMapScreen } from '../features/plant-map/PlantMapScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/map')({
  beforeLoad: () => bringTexts('maps'),
  // Not awaited: the gates are asked for while the library of maps is read.
  loader: () => void import('../widgets/map/ask-ahead.ts').then(({ askMapAhead }) => askMapAhead()),
  component: PlantMapScreen,
});

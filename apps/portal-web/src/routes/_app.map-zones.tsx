import { createFileRoute } from '@tanstack/react-router';
import { ZonesScreen } from '../features/zones/ZonesScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/map-zones')({
  beforeLoad: () => bringTexts('maps'),
  component: ZonesScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { FigureheadScreen } from '../features/lists/FigureheadScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/figurehead')({
  beforeLoad: () => bringTexts('lists'),
  component: FigureheadScreen,
});

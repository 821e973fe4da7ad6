import { createFileRoute } from '@tanstack/react-router';
import { StatisticsScreen } from '../features/statistics/StatisticsScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/statistics')({
  beforeLoad: () => bringTexts('reports'),
  component: StatisticsScreen,
});

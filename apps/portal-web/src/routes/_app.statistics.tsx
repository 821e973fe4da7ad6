import { createFileRoute } from '@tanstack/react-router';
import { StatisticsScreen } from '../features/statistics/StatisticsScreen.tsx';
import { loadMessages } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/statistics')({
  beforeLoad: () => loadMessages('reports'),
  component: StatisticsScreen,
});

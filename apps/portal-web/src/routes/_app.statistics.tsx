import { createFileRoute } from '@tanstack/react-router';
import { StatisticsScreen } from '../features/statistics/StatisticsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/statistics')({
  beforeLoad: () => loadMessages('reports'),
  component: StatisticsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { ChartsScreen } from '../features/charts/ChartsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/charts')({
  beforeLoad: () => loadMessages('reports'),
  component: ChartsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { MonitorScreen } from '../features/monitor/MonitorScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/monitor-cam')({
  beforeLoad: () => loadMessages('reports'),
  component: MonitorScreen,
});

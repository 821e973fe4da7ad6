import { createFileRoute } from '@tanstack/react-router';
import { SystemLogScreen } from '../features/system-log/SystemLogScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/system-logs')({
  beforeLoad: () => loadMessages('logs'),
  component: SystemLogScreen,
});

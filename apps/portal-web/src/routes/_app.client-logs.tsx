import { createFileRoute } from '@tanstack/react-router';
import { ClientLogScreen } from '../features/client-log/ClientLogScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/client-logs')({
  beforeLoad: () => loadMessages('plants'),
  component: ClientLogScreen,
});

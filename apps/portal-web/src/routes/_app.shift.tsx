import { createFileRoute } from '@tanstack/react-router';
import { HandoverScreen } from '../features/handover/HandoverScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/shift')({
  beforeLoad: () => loadMessages('handover', 'alerts'),
  component: HandoverScreen,
});

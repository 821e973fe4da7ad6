import { createFileRoute } from '@tanstack/react-router';
import { LookUpHistoryScreen } from '../features/look-ups/LookUpHistoryScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/visure-ministeriali/history')({
  beforeLoad: () => loadMessages('look-ups'),
  component: LookUpHistoryScreen,
});

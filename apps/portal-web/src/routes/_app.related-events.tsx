import { createFileRoute } from '@tanstack/react-router';
import { RelatedEventsScreen } from '../features/gate-analysis/RelatedEventsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/related-events')({
  beforeLoad: () => loadMessages('gate-analysis'),
  component: RelatedEventsScreen,
});

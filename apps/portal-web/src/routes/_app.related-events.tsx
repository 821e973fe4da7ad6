import { createFileRoute } from '@tanstack/react-router';
import { RelatedEventsScreen } from '../features/gate-analysis/RelatedScreen.tsx';
import { loadMessages } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/related-events')({
  beforeLoad: () => loadMessages('gate-analysis'),
  component: RelatedEventsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { SupportScreen } from '../features/support/SupportScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/support')({
  beforeLoad: () => loadMessages('support'),
  component: SupportScreen,
});

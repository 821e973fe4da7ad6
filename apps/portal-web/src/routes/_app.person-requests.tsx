import { createFileRoute } from '@tanstack/react-router';
import { PersonRequestsScreen } from '../features/person-requests/PersonRequestsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/person-requests')({
  beforeLoad: () => loadMessages('person-requests', 'alerts'),
  component: PersonRequestsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { AccountLayout } from '../frame/pages/AccountLayout.tsx';
import { loadMessages } from '../lib/messages.ts';

/** Layout route of the account pages outside of the main layout. Sign-in is not among them, because it needs less code. */
export const Route = createFileRoute('/_account')({
  beforeLoad: () => loadMessages('screens', 'account'),
  component: AccountLayout,
});

import { createFileRoute } from '@tanstack/react-router';
import { ApprovalsScreen } from '../features/approvals/ApprovalsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/approvals')({
  beforeLoad: () => loadMessages('approvals'),
  component: ApprovalsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { WhitelistScreen } from '../features/lists/WhitelistScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/whitelist')({
  beforeLoad: () => loadMessages('lists'),
  component: WhitelistScreen,
});

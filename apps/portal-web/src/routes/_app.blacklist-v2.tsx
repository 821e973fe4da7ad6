import { createFileRoute } from '@tanstack/react-router';
import { MergedBlacklistPage } from '../features/lists/BlacklistScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/blacklist-v2')({
  beforeLoad: () => loadMessages('lists'),
  component: MergedBlacklistPage,
});

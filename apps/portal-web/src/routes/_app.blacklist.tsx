import { createFileRoute } from '@tanstack/react-router';
import { BlacklistPage } from '../features/lists/BlacklistScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/blacklist')({
  beforeLoad: () => loadMessages('lists'),
  component: BlacklistPage,
});

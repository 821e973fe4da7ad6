import { createFileRoute } from '@tanstack/react-router';
import { CredentialsScreen } from '../features/credentials/CredentialsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/credentials')({
  beforeLoad: () => loadMessages('plants'),
  component: CredentialsScreen,
});

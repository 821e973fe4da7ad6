import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../features/plant-users/UsersScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/peer/users')({
  beforeLoad: () => loadMessages('users', 'plants'),
  component: UsersScreen,
});

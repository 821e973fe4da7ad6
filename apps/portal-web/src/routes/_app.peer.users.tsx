import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '../features/plant-users/UsersScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/peer/users')({
  beforeLoad: () => bringTexts('users', 'plants'),
  component: UsersScreen,
});

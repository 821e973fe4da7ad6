import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../features/account/SettingsScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/settings/{-$section}')({
  beforeLoad: () => loadMessages('account', 'settings'),
  component: SettingsScreen,
});

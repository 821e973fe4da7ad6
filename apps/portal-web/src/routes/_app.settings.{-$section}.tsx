import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../features/account/SettingsScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/settings/{-$section}')({
  beforeLoad: () => bringTexts('account', 'settings'),
  component: SettingsScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { guardPage } from '../frame/guards.ts';
import { FirstAccessScreen } from '../features/account/FirstAccessScreen.tsx';

export const Route = createFileRoute('/_account/first-access')({
  beforeLoad: ({ preload }) => guardPage('/first-access', preload),
  component: FirstAccessScreen,
});

import { createFileRoute } from '@tanstack/react-router';
import { guardPage } from '../frame/guards.ts';
import { PasswordChangeScreen } from '../features/account/PasswordChangeScreen.tsx';

export const Route = createFileRoute('/_account/password-change')({
  beforeLoad: ({ preload }) => guardPage('/password-change', preload),
  component: PasswordChangeScreen,
});

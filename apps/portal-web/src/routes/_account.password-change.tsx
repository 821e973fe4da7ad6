import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { PasswordChangeScreen } from '../features/account/PasswordChangeScreen.tsx';

export const Route = createFileRoute('/_account/password-change')({
  beforeLoad: ({ preload }) => enterPage('/password-change', preload),
  component: PasswordChangeScreen,
});

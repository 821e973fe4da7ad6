import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/account/ResetPasswordScreen.tsx';

export const Route = createFileRoute('/_account/reset-password')({ component: ResetPasswordScreen });

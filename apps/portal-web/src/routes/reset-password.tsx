import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/account/ResetPasswordScreen.tsx';

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordScreen });

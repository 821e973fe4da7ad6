import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../features/account/ForgotPasswordScreen.tsx';

export const Route = createFileRoute('/_account/forgot-password')({ component: ForgotPasswordScreen });

import { createFileRoute } from '@tanstack/react-router';
import { CheckEmailScreen } from '../features/account/CheckEmailScreen.tsx';

export const Route = createFileRoute('/_account/check-email')({ component: CheckEmailScreen });

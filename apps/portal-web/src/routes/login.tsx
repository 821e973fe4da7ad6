import { createFileRoute } from '@tanstack/react-router';
import { redirectSignedIn } from '../frame/guards.ts';
import { LoginPage } from '../frame/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({ beforeLoad: redirectSignedIn, component: LoginPage });

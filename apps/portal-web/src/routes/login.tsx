import { createFileRoute } from '@tanstack/react-router';
import { redirectSignedIn } from '../app/guards.ts';
import { LoginPage } from '../app/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({ beforeLoad: redirectSignedIn, component: LoginPage });

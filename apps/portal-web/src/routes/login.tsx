import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { LoginPage } from '../frame/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({ beforeLoad: () => enterPage('/login'), component: LoginPage });

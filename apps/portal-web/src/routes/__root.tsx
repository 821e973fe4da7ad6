import { createRootRoute } from '@tanstack/react-router';
import { RootLayout } from '../frame/RootLayout.tsx';

export const Route = createRootRoute({ component: RootLayout });

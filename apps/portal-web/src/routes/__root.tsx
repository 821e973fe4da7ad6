import { createRootRoute } from '@tanstack/react-router';
import { Root } from '../frame/Root.tsx';

export const Route = createRootRoute({ component: Root });

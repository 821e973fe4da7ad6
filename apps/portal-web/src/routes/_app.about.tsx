import { createFileRoute } from '@tanstack/react-router';
import { AboutScreen } from '../features/about/AboutScreen.tsx';

export const Route = createFileRoute('/_app/about')({ component: AboutScreen });

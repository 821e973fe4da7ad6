import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../frame/home/HomeScreen.tsx';

export const Route = createFileRoute('/_app/')({ component: HomeScreen });

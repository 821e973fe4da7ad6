import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../frame/home/HomeScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/home')({ beforeLoad: () => loadMessages('news'), component: HomeScreen });

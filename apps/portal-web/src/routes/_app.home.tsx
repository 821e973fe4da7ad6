import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../frame/home/HomeScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/home')({ beforeLoad: () => bringTexts('news'), component: HomeScreen });

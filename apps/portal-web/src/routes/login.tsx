import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { LoginPage } from '../frame/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({
  // The page most people begin with: part of what is loaded first, not a second question.
  codeSplitGroupings: [],
  beforeLoad: ({ preload }) => enterPage('/login', preload),
  component: LoginPage,
});

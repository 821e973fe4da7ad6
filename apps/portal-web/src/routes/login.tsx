import { createFileRoute } from '@tanstack/react-router';
import { enterPage } from '../frame/guards.ts';
import { LoginPage } from '../frame/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({
  // The most frequent first page is part of the initial bundle, not a separate request.
  codeSplitGroupings: [],
  beforeLoad: ({ preload }) => enterPage('/login', preload),
  component: LoginPage,
});

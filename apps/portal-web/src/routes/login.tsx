import { createFileRoute } from '@tanstack/react-router';
import { guardPage } from '../frame/guards.ts';
import { LoginPage } from '../frame/pages/LoginPage.tsx';

export const Route = createFileRoute('/login')({
  // The most frequent first page is part of the initial bundle, not a separate request.
  codeSplitGroupings: [],
  beforeLoad: ({ preload }) => guardPage('/login', preload),
  component: LoginPage,
});

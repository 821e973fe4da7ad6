import { createFileRoute } from '@tanstack/react-router';
import { guardPage } from '../frame/guards.ts';
import { SecondScreenPage } from '../frame/second-screen/SecondScreenPage.tsx';
import { loadMessages } from '../lib/messages.ts';

/** Outside of the main layout: the alerts and the menu belong to the window that opened this one. */
export const Route = createFileRoute('/second-screen')({
  beforeLoad: async ({ preload }) => {
    await guardPage('/second-screen', preload);
    await loadMessages('screens', 'detail', 'maps', 'approvals', 'second-screen');
  },
  component: SecondScreenPage,
});

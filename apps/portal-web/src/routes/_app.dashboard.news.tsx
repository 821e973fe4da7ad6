import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementAdminScreen } from '../features/announcements/AnnouncementAdminScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/dashboard/news')({
  beforeLoad: () => loadMessages('news'),
  component: AnnouncementAdminScreen,
});

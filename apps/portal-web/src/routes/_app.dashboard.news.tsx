import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementAdminScreen } from '../features/news/NewsAdminScreen.tsx';
import { loadMessages } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/dashboard/news')({
  beforeLoad: () => loadMessages('news'),
  component: AnnouncementAdminScreen,
});

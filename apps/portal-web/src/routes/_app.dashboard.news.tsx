import { createFileRoute } from '@tanstack/react-router';
import { NewsAdminScreen } from '../features/news/NewsAdminScreen.tsx';
import { bringTexts } from '../lib/texts.ts';

export const Route = createFileRoute('/_app/dashboard/news')({
  beforeLoad: () => bringTexts('news'),
  component: NewsAdminScreen,
});

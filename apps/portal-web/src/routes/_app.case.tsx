import { createFileRoute } from '@tanstack/react-router';
import { CaseFileScreen } from '../features/case-file/CaseFileScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

export const Route = createFileRoute('/_app/case')({
  beforeLoad: () => loadMessages('case-file'),
  component: CaseFileScreen,
});

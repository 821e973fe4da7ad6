import { createFileRoute, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { HelpScreen } from '../features/help/HelpScreen.tsx';
import { type HelpTopic, isHelpTopic } from '../lib/help/help-topics.ts';
import { loadMessages } from '../lib/messages.ts';

interface HelpSearch {
  /** Which paragraph; the first chapter when there is none. */
  readonly topic?: HelpTopic | undefined;
}

export const Route = createFileRoute('/_app/help')({
  validateSearch: ({ topic }: HelpSearch): HelpSearch => (isHelpTopic(topic) ? { topic } : {}),
  beforeLoad: () => loadMessages('help'),
  component: HelpPage,
});

function HelpPage(): ReactElement {
  const { topic } = Route.useSearch();
  const { hash } = useLocation();
  return <HelpScreen topic={topic} hash={hash} />;
}

import { createFileRoute, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { HelpScreen } from '../features/help/HelpScreen.tsx';
import { type HelpTopic, isHelpTopic } from '../lib/help/help-topics.ts';
import { isModelCard, type ModelCard } from '../lib/help/model-cards.ts';
import { loadMessages } from '../lib/messages.ts';

interface HelpSearch {
  /** Which paragraph; the first chapter when there is none. */
  readonly topic?: HelpTopic | undefined;
  /** A model card in its place. */
  readonly card?: ModelCard | undefined;
}

export const Route = createFileRoute('/_app/help')({
  validateSearch: ({ topic, card }: HelpSearch): HelpSearch =>
    isModelCard(card) ? { card } : isHelpTopic(topic) ? { topic } : {},
  beforeLoad: () => loadMessages('help'),
  component: HelpPage,
});

function HelpPage(): ReactElement {
  const { topic, card } = Route.useSearch();
  const { hash } = useLocation();
  return <HelpScreen topic={topic} card={card} hash={hash} />;
}

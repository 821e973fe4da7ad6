import { useLocation } from '@tanstack/react-router';
import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { useFirstSteps } from '../../lib/help/first-steps.store.ts';
import { closeHelp, useHelp } from '../../lib/help/help.store.ts';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import { runWhenIdle } from '../../lib/idle.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { findPage } from '../page-table.ts';
import { TAB_HELP } from '../workspace/tab-titles.ts';
import { FirstSteps, HelpPanel } from './lazy-components.tsx';

/** The paragraph of the manual about what is shown: a page, or the selected tab of the workspace. */
function useHelpTopic(): HelpTopic {
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  if (pathname === '/lpr' && tab !== undefined) return TAB_HELP[tab.kind];
  return findPage(pathname)?.help ?? 'help';
}

/** The manual beside the page, when it is open. */
export function HelpSlot(): ReactElement | null {
  const isOpen = useHelp((help) => help.isOpen);
  const topic = useHelpTopic();
  if (!isOpen) return null;
  return (
    <ErrorBoundary fallback={() => null} onError={closeHelp}>
      <HelpPanel topic={topic} />
    </ErrorBoundary>
  );
}

/** The first steps, for who has not seen them yet or asks for them; only once the browser is idle. */
export function FirstStepsSlot(): ReactElement | null {
  const isNew = useSession(({ user }) => user?.first_steps === true);
  const isRequested = useFirstSteps((steps) => steps.isRequested);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => runWhenIdle(async () => setIdle(true)), []);
  if (!isRequested && !(isNew && isIdle)) return null;
  return (
    // Work goes on without them.
    <ErrorBoundary fallback={() => null} onError={() => undefined}>
      <FirstSteps />
    </ErrorBoundary>
  );
}

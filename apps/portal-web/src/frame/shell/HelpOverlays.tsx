import { useLocation } from '@tanstack/react-router';
import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { closeFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useFirstSteps } from '../../lib/help/first-steps.store.ts';
import { closeHelp, useHelp } from '../../lib/help/help.store.ts';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import { runWhenIdle } from '../../lib/idle.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';
import { isPhone } from '../../lib/phone.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { TabKind } from '../../lib/workspace/tab-spec.ts';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { findPage } from '../page-table.ts';

const { Component: HelpPanel } = lazyComponent(
  async () => {
    const [{ HelpPanel: Part }] = await Promise.all([
      import('../../features/help/HelpPanel.tsx'),
      loadMessages('help'),
    ]);
    return Part;
  },
  null,
  { close: closeHelp },
);
const { Component: FirstSteps } = lazyComponent(
  async () => {
    const [{ FirstSteps: Part }] = await Promise.all([
      import('../../features/first-steps/FirstSteps.tsx'),
      loadMessages('help'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

/** Paragraph of the manual about a tab. */
const TAB_HELP: Readonly<Record<TabKind, HelpTopic>> = {
  'transit-list': 'search',
  'transit-detail': 'transit',
  'transit-map': 'track',
  accomplices: 'accomplices',
  'look-up': 'look-ups',
  suspects: 'suspects',
};

/** The paragraph of the manual about what is shown: a page, or the selected tab of the workspace. */
function useHelpTopic(): HelpTopic {
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  if (pathname === '/lpr' && tab !== undefined) return TAB_HELP[tab.kind];
  return findPage(pathname)?.help ?? 'help';
}

/** The manual beside the page, when it is open. */
function HelpSlot(): ReactElement | null {
  const { isOpen, card } = useHelp();
  const topic = useHelpTopic();
  const { pathname } = useLocation();
  const tabId = useTabs(({ selectedId }) => selectedId);
  // The manual follows the page, but a model card is about a score of the page it was opened on. On a phone either covers
  // the page: whoever goes to another one wants to see it.
  useEffect(() => {
    if (isPhone() || useHelp.getState().card !== null) closeHelp();
  }, [pathname, tabId]);
  if (!isOpen) return null;
  return (
    <ErrorBoundary fallback={() => null} onError={closeHelp}>
      <HelpPanel topic={topic} card={card} />
    </ErrorBoundary>
  );
}

/** The first steps, for who has not seen them yet or asks for them; only once the browser is idle. */
function FirstStepsSlot(): ReactElement | null {
  // Whoever must switch the second factor on first can open none of what the steps show.
  const isNew = useSession(({ user }) => user?.first_steps === true && !user.must_enable_2fa);
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

/** Manual and alerts take the same side of the window: whichever opens closes the other. */
function useOneSidePanel(): void {
  useEffect(() => {
    const ends = [
      useHelp.subscribe((help, before) => {
        if (help.isOpen && !before.isOpen) closeFeed();
      }),
      useAlerts.subscribe((alerts, before) => {
        if (alerts.isOpen && !before.isOpen) closeHelp();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
}

/** The manual beside the page, and the first steps above it. */
export function HelpOverlays(): ReactElement {
  useOneSidePanel();
  return (
    <>
      <HelpSlot />
      <FirstStepsSlot />
    </>
  );
}

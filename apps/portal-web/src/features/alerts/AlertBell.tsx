import { IconButton } from '@varco/ui/IconButton.tsx';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { startAlerts } from '../../lib/alerts/alert-centre.ts';
import { closeFeed, toggleFeed, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { onNotificationClick } from '../../lib/alerts/alert-reference.ts';
import { endOtherUsersPush, unregisterPush } from '../../lib/alerts/web-push.ts';
import { useT } from '../../lib/i18n.tsx';
import { endPlantSessions } from '../../lib/plants/end-plant-sessions.ts';
import { bindSessionTeardown } from '../../lib/session/session-teardown.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useIsWall } from '../../lib/workspace/wall-view.ts';
import { AlertFeed } from './AlertFeed.tsx';
import { AlertPopup } from './AlertPopup.tsx';
import { useDecisionAnswers } from './use-alert-action.ts';

/** Bell of the top bar. Watches alerts while the working screens are mounted, and shows new ones. */
export function AlertBell(): ReactElement {
  const t = useT();
  const user = useSession((session) => session.user?.uuid ?? null);
  const { unseen, isOpen } = useAlerts();
  // A wall shows alerts itself, and nobody stands there to close a popup.
  const isWall = useIsWall();
  useEffect(() => (user === null ? undefined : startAlerts(user)), [user]);
  useNotificationClicks(user);
  useDecisionAnswers(user);
  useShortcuts({ 'g a': toggleFeed });
  return (
    <>
      <IconButton
        icon="bell"
        name={unseen === 0 ? t('alerts:bell') : t('alerts:bellNew', { count: unseen })}
        count={unseen}
        keys={['G', 'A']}
        isExpanded={isOpen}
        onClick={toggleFeed}
      />
      {createPortal(
        <>
          <AlertAnnouncer />
          {!isWall && (isOpen ? <AlertFeed /> : <AlertPopup />)}
        </>,
        document.body,
      )}
    </>
  );
}

/** Opens the alert of a clicked notification, and ends the push subscriptions of a previous user of this browser. */
function useNotificationClicks(user: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (user === null) return undefined;
    bindSessionTeardown({
      beforeSignOut: unregisterPush,
      endPlantSessions,
      afterSignOut: () => endOtherUsersPush(null),
    });
    void endOtherUsersPush(user);
    return onNotificationClick((pressed) => {
      closeFeed();
      void navigate({ to: '/alerts', search: pressed ?? {} });
    });
  }, [user, navigate]);
}

/** Announces new alerts to screen readers; urgent ones assertively (design 15). */
function AlertAnnouncer(): ReactElement {
  const t = useT();
  const newest = useAlerts(({ list, unseen }) => (unseen > 0 ? list[0] : undefined));
  const text =
    newest === undefined
      ? ''
      : t('alerts:arrived', {
          kind: t(`alerts:kind.${newest.alert.tipo}`),
          plate: newest.alert.targa,
          gate: newest.alert.varco,
        });
  return (
    <p className="visually-hidden" aria-live={newest?.alert.priorita === 1 ? 'assertive' : 'polite'}>
      {text}
    </p>
  );
}

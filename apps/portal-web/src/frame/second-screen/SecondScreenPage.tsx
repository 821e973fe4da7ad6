import { Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, useEffect } from 'react';
import { startApprovals } from '../../lib/approvals/approval-centre.ts';
import { isConcerned } from '../../lib/approvals/is-concerned.ts';
import { registerReasonAsker } from '../../lib/case/reason.ts';
import { logCrash } from '../../lib/client-log/client-log.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { runWhenIdle } from '../../lib/idle.ts';
import { queryClient } from '../../lib/query-client.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import type { FirstWindowState } from '../../lib/second-screen/messages.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { loadActions } from '../../lib/transit-actions/load-actions.ts';
import { namePlate } from '../../widgets/plate/name-plate.ts';
import { CrashScreen } from '../pages/CrashScreen.tsx';
import { followFirstWindow, sendToFirstWindow, useFirstWindow } from './first-window.ts';
import styles from './SecondScreen.module.css';
import { SubjectView } from './SubjectView.tsx';
import { TransitForms } from './TransitForms.tsx';

/** The second screen: shows, in a window of its own, the transit selected in the window that opened it. */
export function SecondScreenPage(): ReactElement {
  useEffect(followFirstWindow, []);
  // A call that needs a reason waits here too; it is stated in the first window.
  useEffect(registerReasonAsker, []);
  useEffect(() => runWhenIdle(loadActions), []);
  useApprovalsHere();
  const { state } = useFirstWindow();
  const t = useT();
  // The detail has a title of its own, the plate.
  const hasTitle = state !== null && state.subject !== null && state.view === 'detail';
  return (
    <QueryClientProvider client={queryClient}>
      <main className={styles.page}>
        {!hasTitle && <h1 className="visually-hidden">{t('pages:title.secondScreen')}</h1>}
        {state === null ? (
          <NoLink />
        ) : (
          <>
            <LinkBar state={state} />
            <Shown state={state} />
            <TransitForms />
          </>
        )}
      </main>
    </QueryClientProvider>
  );
}

/** The track shown here goes beyond a role as far as an approval says, from the moment it is granted. */
function useApprovalsHere(): void {
  const user = useSession((session) => session.user?.uuid ?? null);
  const hasApprovals = usePlantList().some(isConcerned);
  useEffect(
    () => (user === null || !hasApprovals ? undefined : startApprovals(user, { isQuiet: true })),
    [user, hasApprovals],
  );
}

/** Instead of a transit while there is no window to follow. */
function NoLink(): ReactElement {
  const t = useT();
  const status = useFirstWindow((first) => first.status);
  const text = status === 'linked' ? 'connecting' : status;
  return (
    <div className={styles.empty} role="status">
      <EmptyState
        icon="screens"
        title={t(`secondScreen:${text}.title`)}
        actions={
          text === 'alone' ? (
            <Button component={Link} to="/lpr" variant="default">
              {t('secondScreen:toList')}
            </Button>
          ) : text === 'connecting' ? null : (
            <Button variant="default" onClick={() => window.close()}>
              {t('secondScreen:closeWindow')}
            </Button>
          )
        }
      >
        {t(`secondScreen:${text}.text`)}
      </EmptyState>
    </div>
  );
}

/** The reason of the consultation, in sight here as everywhere, and what this window shows. */
function LinkBar({ state }: { state: FirstWindowState }): ReactElement {
  const t = useT();
  const { reason, view, subject } = state;
  const stated = [reason.text, reason.case].filter((part) => part !== '').join(' · ');
  return (
    <header className={styles.bar}>
      <Icon name="folder" />
      <span className={styles.reason} title={stated}>
        {reason.code === '' ? t('secondScreen:noReason') : t('secondScreen:reason', { reason: stated })}
      </span>
      <span role="status" className="visually-hidden">
        {subject === null
          ? ''
          : subject.plate === ''
            ? t('secondScreen:shownUnread')
            : t('secondScreen:shown', { plate: namePlate(t, subject.plate) })}
      </span>
      <Segmented
        label={t('secondScreen:choose')}
        size="sm"
        value={view}
        onChange={(chosen) => sendToFirstWindow({ kind: 'view', view: chosen })}
        options={[
          { id: 'detail', label: t('secondScreen:detail') },
          { id: 'map', label: t('secondScreen:map') },
        ]}
      />
    </header>
  );
}

function Shown({ state }: { state: FirstWindowState }): ReactElement {
  const t = useT();
  const { subject, position } = state;
  if (subject === null)
    return (
      <div className={styles.empty}>
        <EmptyState icon="screens" title={t('secondScreen:waiting.title')}>
          {t('secondScreen:waiting.text')}
        </EmptyState>
      </div>
    );
  return (
    <>
      {position === 'gone' && <Notice tone="wa">{t('secondScreen:gone')}</Notice>}
      <ErrorBoundary
        // The map of a plate stays while its passages are walked through.
        key={state.view === 'map' ? subject.plate : `${subject.peerId} ${subject.transitId}`}
        fallback={(retry) => <CrashScreen onRetry={retry} />}
        onError={logCrash}
      >
        <SubjectView state={state} subject={subject} />
      </ErrorBoundary>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import styles from './detail.module.css';
import { useIsShownForAMoment } from '../../../lib/pictures/use-picture.ts';
import { LogEntries } from './LogEntries.tsx';
import { createOwnLogQuery } from './transits.api.ts';

/** Loaded with the names of all actions, which only this part of the detail shows. */
const { Component: NamedEntries } = lazyComponent(async () => {
  await loadMessages('audit-actions');
  return LogEntries;
});

/** The user's own entries in the plant's log for this transit, so that users see that every access is recorded. */
export function LogPanel(props: { peerId: number; transitId: string }): ReactElement {
  const t = useT();
  const caseNumber = useReason((reason) => reason.case);
  const isDone = useIsShownForAMoment(props.transitId);
  const log = useQuery({ ...createOwnLogQuery(props.peerId, caseNumber), enabled: isDone });
  const entries = log.data?.entries ?? [];
  return (
    <Panel
      title={t('detail:logBlock')}
      icon="document"
      padding="text"
      aside={entries.length === 0 ? undefined : t('detail:logEntries', { count: entries.length })}
    >
      {entries.length === 0 ? (
        <p className={styles.faint}>{t(log.isPending ? 'common:loading' : 'detail:logNone')}</p>
      ) : (
        <NamedEntries entries={entries} />
      )}
    </Panel>
  );
}

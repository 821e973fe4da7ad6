import { useQuery } from '@tanstack/react-query';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useReason } from '../../lib/case/reason.ts';
import { useT } from '../../lib/i18n.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import styles from './detail.module.css';
import { useIsSettled } from './use-picture.ts';
import { ownLogQuery } from './transits.api.ts';

/** Actions of the plant's log in the person's words. */
const ACTIONS: Readonly<Record<string, MessageKey>> = {
  'transits.count': 'transits:action.count',
  'transits.page': 'transits:action.page',
  'transits.read': 'transits:action.read',
  'audit.read': 'transits:action.log',
  'plant.login': 'transits:action.login',
  'transits.picture': 'transits:action.picture',
  'transits.picture-tickets': 'transits:action.tickets',
  'transits.print': 'transits:action.print',
};

/** What this person's looks left in the plant's log: nothing is consulted unseen. */
export function LogPanel(props: { peerId: number; transitId: string }): ReactElement {
  const t = useT();
  const caseNumber = useReason((reason) => reason.case);
  const isSettled = useIsSettled(props.transitId);
  const log = useQuery({ ...ownLogQuery(props.peerId, caseNumber), enabled: isSettled });
  const entries = log.data?.entries ?? [];
  return (
    <Panel
      title={t('transits:detail.logBlock')}
      icon="document"
      padding="text"
      aside={entries.length === 0 ? undefined : t('transits:detail.logEntries', { count: entries.length })}
    >
      {entries.length === 0 ? (
        <p className={styles.faint}>{t(log.isPending ? 'common:loading' : 'transits:detail.logNone')}</p>
      ) : (
        <ul className={styles.log}>
          {entries.map((entry) => (
            <li key={`${entry.epoch}-${entry.seq}`}>
              <Moment at={entry.at} form="time" className={styles.faint} />
              <span>
                {entry.action === 'transits.search'
                  ? searchText(t, plateOf(entry.detail), entry.count ?? 0)
                  : t(ACTIONS[entry.action] ?? 'transits:action.other')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const searchText = (t: Translate, plate: string, count: number): string =>
  plate === '' ? t('transits:action.searchAll', { count }) : t('transits:action.search', { plate, count });

function plateOf(detail: Readonly<Record<string, unknown>> | null): string {
  const filters = detail?.['filter'];
  if (typeof filters !== 'object' || filters === null || !('f_targa' in filters)) return '';
  return typeof filters.f_targa === 'string' ? filters.f_targa : '';
}

import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { formatLogEntry } from '../../../widgets/log/log-entry-text.ts';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import styles from './detail.module.css';

/** Entries of the log by time, each with the full name of its action. */
export function LogEntries(props: { entries: readonly AuditLogEntry[] }): ReactElement {
  const t = useT();
  return (
    <ul className={styles.log}>
      {props.entries.map((entry) => (
        <li key={`${entry.epoch}-${entry.seq}`}>
          <Moment at={entry.at} form="time" className={styles.faint} />
          <span>{formatLogEntry(t, entry)}</span>
        </li>
      ))}
    </ul>
  );
}

import { formatDate, formatDayMonth, formatTime } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import styles from './cards.module.css';

const formatFullTime = (at: string): string => `${formatDate(at)} ${formatTime(at)} Europe/Rome`;

/** Time of a transit. The tooltip adds day, year and time zone, as in the table. */
export function CardTime({ at }: { at: string }): ReactElement {
  return (
    <time className={styles.time} dateTime={at} title={formatFullTime(at)}>
      {formatTime(at)}
    </time>
  );
}

/** Day of a transit, drawn beside the gate. */
export const CardDay = ({ at }: { at: string }): ReactElement => (
  <span className={styles.day} title={formatFullTime(at)}>
    {formatDayMonth(at)}
  </span>
);

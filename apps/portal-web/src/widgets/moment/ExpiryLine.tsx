import { formatDate } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { toRomeDay } from '../../lib/rome-days.ts';
import styles from './Moment.module.css';

/** UIE-01: when something expires or expired. `day`: ISO date, null without one; `now`: reference instant. */
export function ExpiryLine(props: { day: string | null; now: string }): ReactElement | null {
  const t = useT();
  if (props.day === null) return null;
  const text = props.day < toRomeDay(props.now) ? 'widgets:expiry.over' : 'widgets:expiry.until';
  return <span className={styles.expiry}>{t(text, { date: formatDate(props.day) })}</span>;
}

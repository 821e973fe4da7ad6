import { URGENT_DAYS } from '@varco/contract/plant/person-requests.ts';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { countDays } from './person-batches.ts';
import styles from './PersonRequests.module.css';

function formatDaysLeft(left: number, t: Translate): string {
  if (left === 0) return t('personRequests:dueToday');
  return left > 0 ? t('personRequests:daysLeft', { count: left }) : t('personRequests:overdue', { count: -left });
}

/** The day an answer is due with the days left: overdue in the alarm colour, the last week as a warning. */
export function DueDay({ day }: { day: string }): ReactElement {
  const t = useT();
  const left = countDays(toRomeDay(nowMs()), day);
  const tone = left < 0 ? 'al' : left <= URGENT_DAYS ? 'wa' : 'nt';
  return (
    <span className={styles.due}>
      {formatDate(day)}
      <StatusChip tone={tone} icon="clock" word={formatDaysLeft(left, t)} variant={left < 0 ? 'tint' : 'plain'} />
    </span>
  );
}

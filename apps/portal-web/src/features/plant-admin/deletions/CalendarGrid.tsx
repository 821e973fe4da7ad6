import { VisuallyHidden } from '@mantine/core';
import type { DeletionCalendar } from '@varco/contract/plant/deletions.ts';
import { formatDate, formatInteger } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import type { CSSProperties, KeyboardEvent, ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { findDayByKey, groupByWeek } from './calendar-weeks.ts';
import styles from './Deletions.module.css';

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Six weeks of days with the transits that are deleted on each; the arrow keys choose a day. */
export function CalendarGrid(props: {
  calendar: DeletionCalendar;
  chosen: string;
  onChoose: (day: string) => void;
}): ReactElement {
  const t = useT();
  const { calendar, chosen, onChoose } = props;
  const { days } = calendar;
  const most = Math.max(1, ...days.map(({ transits }) => transits));
  const moveTo = (event: KeyboardEvent<HTMLButtonElement>): void => {
    const day = findDayByKey(event.key, chosen, days);
    if (day === null) return;
    event.preventDefault();
    onChoose(day);
    event.currentTarget.closest('table')?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  };
  return (
    <Panel title={t('plantSettings:deletions.calendar')} icon="calendar" padding="none">
      <table className={styles.calendar} aria-label={t('plantSettings:deletions.calendar')}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                {t(`plantSettings:deletions.weekdays.${weekday}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupByWeek(days).map((week) => (
            <tr key={week.find((cell) => cell !== null)?.day}>
              {week.map((cell, at) => (
                <td key={cell?.day ?? WEEKDAYS[at]}>
                  {cell !== null && (
                    <DayButton
                      {...cell}
                      share={cell.transits / most}
                      isToday={cell.day === calendar.today}
                      isChosen={cell.day === chosen}
                      onChoose={() => onChoose(cell.day)}
                      onKeyDown={moveTo}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function DayButton(props: {
  day: string;
  transits: number;
  /** Of the day with most of them, 0 to 1. */
  share: number;
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { day, transits, share, isToday, isChosen, onChoose, onKeyDown } = props;
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      style={{ '--share': share } as CSSProperties}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <span className={styles.date}>{isToday ? t('plantSettings:deletions.today') : formatDate(day).slice(0, 5)}</span>{' '}
      <span className={styles.number}>
        {formatInteger(transits, language)}
        <VisuallyHidden> {t('plantSettings:deletions.transits', { count: transits })}</VisuallyHidden>
      </span>
    </button>
  );
}

import { TextInput } from '@mantine/core';
import { CalendarButton } from '@varco/ui/CalendarButton.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeClock } from '../../../lib/rome-days.ts';
import { FilterField } from './FilterField.tsx';
import type { FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';
import { toIsoMoment, type Moment, parseIsoMoment, formatMoment, parseMoment } from '../../../lib/moment-text.ts';
import {
  canShiftPeriodLater,
  computeEndOfToday,
  isPeriodReversed,
  buildPeriod,
  type PeriodTexts,
  shiftPeriod,
  toPeriodTexts,
} from './period-edit.ts';

/** T 2.2: start and end, each with day and time, and buttons that move both by a day. */
export function PeriodField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const texts = toPeriodTexts(filter.period, now());
  const change = (part: Partial<PeriodTexts>): void =>
    set({ ...filter, period: buildPeriod({ ...texts, ...part }, now()) });
  const shift = (days: number) => () => set({ ...filter, period: shiftPeriod(filter.period, days, now()) });
  const isWhole = filter.period.kind === 'all';
  const isLive = filter.period.kind === 'live';
  return (
    <FilterField
      form={props.form}
      group="period"
      label={t('filters:period.label')}
      aside={
        <span className={styles.shift}>
          <IconButton
            icon="chevronLeft"
            size="sm"
            name={t('filters:period.earlier')}
            isDisabled={isWhole || isLive}
            onClick={shift(-1)}
          />
          <IconButton
            icon="chevronRight"
            size="sm"
            name={t('filters:period.later')}
            isDisabled={isLive || !canShiftPeriodLater(filter.period, now())}
            onClick={shift(1)}
          />
        </span>
      }
    >
      <MomentInput
        name={t('filters:period.start')}
        isDisabled={isLive}
        moment={{ day: texts.startDay, time: texts.startTime }}
        onMoment={({ day, time }) => change({ startDay: day, startTime: time })}
      />
      <MomentInput
        name={t('filters:period.end')}
        isDisabled={isLive}
        moment={{ day: texts.endDay, time: texts.endTime }}
        onMoment={({ day, time }) => change({ endDay: day, endTime: time })}
      />
      {isLive && <p className={styles.note}>{t('search:refresh.datesLocked')}</p>}
      {isPeriodReversed(filter.period) && (
        <p className={styles.fault} role="alert">
          {t('filters:period.order')}
        </p>
      )}
    </FilterField>
  );
}

/** One end of the period, typed as DD/MM/YYYY HH:mm or shorter. Committed on blur or Enter. */
function MomentInput(props: {
  name: string;
  moment: Moment;
  isDisabled: boolean;
  onMoment: (moment: Moment) => void;
}): ReactElement {
  const t = useT();
  const shown = formatMoment(props.moment);
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;
  const parsed = parseMoment(text, now());
  // T 5.1: no search date is later than the end of today. A later input is clamped, and the field says so while typing.
  const isFuture = draft !== null && parsed !== null && parsed.day > toRomeClock(computeEndOfToday(now())).day;
  const commit = (): void => {
    if (parsed === null) return;
    setDraft(null);
    if (formatMoment(parsed) !== shown) props.onMoment(parsed);
  };
  return (
    <TextInput
      size="xs"
      aria-label={props.name}
      leftSection={<span className={styles.endName}>{props.name}</span>}
      leftSectionWidth={40}
      placeholder={t('filters:period.form')}
      value={text}
      disabled={props.isDisabled}
      rightSection={
        <CalendarButton
          name={t('widgets:calendar', { field: props.name })}
          value={toIsoMoment(props.moment)}
          max={`${toRomeClock(computeEndOfToday(now())).day}T23:59`}
          isDisabled={props.isDisabled}
          onPick={(value) => {
            setDraft(null);
            props.onMoment(parseIsoMoment(value));
          }}
        />
      }
      error={parsed === null ? t('filters:period.unreadable') : isFuture ? t('filters:period.future') : null}
      autoComplete="off"
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useEffect, useRef } from 'react';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { FilterField } from './FilterField.tsx';
import type { FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';
import { canShiftLater, endOfToday, isReversed, periodOf, type PeriodTexts, shifted, textsOf } from './period-edit.ts';
import { romeClock } from '../../../lib/rome-days.ts';

/** T 2.2: start and end with a day and a time each, and buttons that move both by a day. */
export function PeriodField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const texts = textsOf(filter.period, now());
  const change = (part: Partial<PeriodTexts>): void =>
    set({ ...filter, period: periodOf({ ...texts, ...part }, now()) });
  const shift = (days: number) => () => set({ ...filter, period: shifted(filter.period, days, now()) });
  const isWhole = filter.period.kind === 'all';
  const latest = romeClock(endOfToday(now())).day;
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
            isDisabled={isWhole}
            onClick={shift(-1)}
          />
          <IconButton
            icon="chevronRight"
            size="sm"
            name={t('filters:period.later')}
            isDisabled={!canShiftLater(filter.period, now())}
            onClick={shift(1)}
          />
        </span>
      }
    >
      <End
        name={t('filters:period.start')}
        timeName={t('filters:period.startTime')}
        day={texts.startDay}
        time={texts.startTime}
        latest={latest}
        onDay={(startDay) => change({ startDay })}
        onTime={(startTime) => change({ startTime })}
      />
      <End
        name={t('filters:period.end')}
        timeName={t('filters:period.endTime')}
        day={texts.endDay}
        time={texts.endTime}
        latest={latest}
        onDay={(endDay) => change({ endDay })}
        onTime={(endTime) => change({ endTime })}
      />
      {isReversed(filter.period) && (
        <p className={styles.fault} role="alert">
          {t('filters:period.order')}
        </p>
      )}
    </FilterField>
  );
}

function End(props: {
  name: string;
  timeName: string;
  day: string;
  time: string;
  latest: string;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
}): ReactElement {
  return (
    <div className={styles.end}>
      <span className={styles.endName} aria-hidden="true">
        {props.name}
      </span>
      <ClockInput type="date" name={props.name} value={props.day} max={props.latest} onValue={props.onDay} />
      <ClockInput type="time" name={props.timeName} value={props.time} onValue={props.onTime} />
    </div>
  );
}

/** Years a person types pass through 0002, 0020 and 0202: those are not yet what is meant. */
const isMeant = (value: string): boolean => value === '' || !value.startsWith('0') || value.includes(':');

/** The browser's own field, which React must not write into while a person types half a date. */
function ClockInput(props: {
  type: 'date' | 'time';
  name: string;
  value: string;
  max?: string;
  onValue: (value: string) => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null && input.current.value !== props.value) input.current.value = props.value;
  }, [props.value]);
  return (
    <input
      ref={input}
      className={styles.clock}
      type={props.type}
      aria-label={props.name}
      defaultValue={props.value}
      max={props.max}
      onChange={(event) => {
        const { value } = event.currentTarget;
        // An empty value may be half a date: only leaving the field empties the end.
        if (value !== '' && isMeant(value)) props.onValue(value);
      }}
      onBlur={(event) => {
        if (event.currentTarget.value !== props.value && event.currentTarget.validity.badInput === false)
          props.onValue(event.currentTarget.value);
      }}
    />
  );
}

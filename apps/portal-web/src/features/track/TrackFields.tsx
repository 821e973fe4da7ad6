import { NumberInput, TextInput } from '@mantine/core';
import { ROUTE_GAP_BOUNDS_MIN } from '@varco/domain/maps/map-constants.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatMoment, parseMoment } from '../../lib/moment-text.ts';
import { getDayStart, parseRomeClock, toRomeClock, shiftDays, shiftMs } from '../../lib/rome-days.ts';
import styles from './Track.module.css';
import type { TrackSettings } from './use-track-model.ts';

interface FieldsProps {
  readonly settings: TrackSettings;
  readonly onSettings: (settings: TrackSettings) => void;
}

const QUICK_DAYS = { week: 7, month: 30 } as const;
type QuickPeriod = keyof typeof QUICK_DAYS | 'all';

/** The last days until the end of today, or everything. */
export function toQuickPeriod(quick: QuickPeriod, at: string): Pick<TrackSettings, 'start' | 'end'> {
  if (quick === 'all') return { start: null, end: null };
  const today = getDayStart(at);
  return { start: shiftDays(today, 1 - QUICK_DAYS[quick]), end: shiftMs(shiftDays(today, 1), -1) };
}

function matchQuickPeriod({ start, end }: TrackSettings): QuickPeriod | null {
  const at = now();
  const fits = (quick: QuickPeriod): boolean => {
    const period = toQuickPeriod(quick, at);
    return period.start === start && period.end === end;
  };
  return (['week', 'month', 'all'] as const).find(fits) ?? null;
}

/** Period of a track: buttons, and both ends to the minute. Empty: unlimited. */
export function PeriodFields({ settings, onSettings }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Segmented
        label={t('maps:track.period')}
        size="sm"
        value={matchQuickPeriod(settings)}
        onChange={(quick) => onSettings({ ...settings, ...toQuickPeriod(quick, now()) })}
        options={[
          { id: 'week', label: t('maps:track.week') },
          { id: 'month', label: t('maps:track.month') },
          { id: 'all', label: t('maps:track.all') },
        ]}
      />
      <PeriodEndField
        name={t('maps:track.start')}
        value={settings.start}
        onValue={(start) => onSettings({ ...settings, start })}
      />
      <PeriodEndField
        name={t('maps:track.end')}
        value={settings.end}
        onValue={(end) => onSettings({ ...settings, end })}
      />
    </>
  );
}

/** One end of the period, typed as DD/MM/YYYY HH:mm or shorter; applied on blur or Enter. */
function PeriodEndField(props: {
  name: string;
  value: string | null;
  onValue: (value: string | null) => void;
}): ReactElement {
  const t = useT();
  const { value, onValue } = props;
  const shown = value === null ? '' : formatMoment(toRomeClock(value));
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;
  const parsed = parseMoment(text, now());
  const commit = (): void => {
    if (parsed === null || draft === null) return;
    setDraft(null);
    const instant = parsed.day === '' ? null : parseRomeClock(parsed.day, parsed.time === '' ? '00:00' : parsed.time);
    if (text !== shown) onValue(instant);
  };
  return (
    <TextInput
      size="xs"
      className={styles.end}
      aria-label={props.name}
      placeholder={t('maps:track.anyTime', { end: props.name })}
      value={text}
      error={parsed === null}
      autoComplete="off"
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

/** T 4.6: gap in minutes after which a new route begins. */
export function GapField({ settings, onSettings }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <NumberInput
      size="xs"
      className={styles.gap}
      label={t('maps:track.gap')}
      labelProps={{ className: styles.gapLabel }}
      min={ROUTE_GAP_BOUNDS_MIN.min}
      max={ROUTE_GAP_BOUNDS_MIN.max}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={` ${t('maps:track.gapUnit')}`}
      value={settings.gapMinutes}
      onChange={(value) => {
        if (typeof value === 'number' && value >= ROUTE_GAP_BOUNDS_MIN.min)
          onSettings({ ...settings, gapMinutes: value });
      }}
    />
  );
}

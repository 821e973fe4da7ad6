import { NumberInput, TextInput } from '@mantine/core';
import { ROUTE_GAP_MIN } from '@varco/domain/maps/map-constants.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { momentText, parseMoment } from '../../lib/moment-text.ts';
import { dayStart, instantOfRomeClock, romeClock, shiftDays, shiftMs } from '../../lib/rome-days.ts';
import styles from './Track.module.css';
import type { TrackSettings } from './use-track-work.ts';

interface Fields {
  readonly settings: TrackSettings;
  readonly onSettings: (settings: TrackSettings) => void;
}

const DAYS = { week: 7, month: 30 } as const;
type Quick = keyof typeof DAYS | 'all';

/** The last days until the end of today, or everything. */
export function quickPeriod(quick: Quick, at: string): Pick<TrackSettings, 'start' | 'end'> {
  if (quick === 'all') return { start: null, end: null };
  const today = dayStart(at);
  return { start: shiftDays(today, 1 - DAYS[quick]), end: shiftMs(shiftDays(today, 1), -1) };
}

function quickOf({ start, end }: TrackSettings): Quick | null {
  const at = now();
  const fits = (quick: Quick): boolean => {
    const period = quickPeriod(quick, at);
    return period.start === start && period.end === end;
  };
  return (['week', 'month', 'all'] as const).find(fits) ?? null;
}

/** Period of a track: buttons, and both ends to the minute. Empty: unlimited. */
export function PeriodFields({ settings, onSettings }: Fields): ReactElement {
  const t = useT();
  return (
    <>
      <Segmented
        label={t('maps:track.period')}
        size="sm"
        value={quickOf(settings)}
        onChange={(quick) => onSettings({ ...settings, ...quickPeriod(quick, now()) })}
        options={[
          { id: 'week', label: t('maps:track.week') },
          { id: 'month', label: t('maps:track.month') },
          { id: 'all', label: t('maps:track.all') },
        ]}
      />
      <EndField
        name={t('maps:track.start')}
        value={settings.start}
        onValue={(start) => onSettings({ ...settings, start })}
      />
      <EndField name={t('maps:track.end')} value={settings.end} onValue={(end) => onSettings({ ...settings, end })} />
    </>
  );
}

/** One end of the period, typed as DD/MM/YYYY HH:mm or shorter; applied on blur or Enter. */
function EndField(props: {
  name: string;
  value: string | null;
  onValue: (value: string | null) => void;
}): ReactElement {
  const t = useT();
  const { value, onValue } = props;
  const shown = value === null ? '' : momentText(romeClock(value));
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;
  const parsed = parseMoment(text, now());
  const commit = (): void => {
    if (parsed === null || draft === null) return;
    setDraft(null);
    const instant =
      parsed.day === '' ? null : instantOfRomeClock(parsed.day, parsed.time === '' ? '00:00' : parsed.time);
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
export function GapField({ settings, onSettings }: Fields): ReactElement {
  const t = useT();
  return (
    <NumberInput
      size="xs"
      className={styles.gap}
      label={t('maps:track.gap')}
      labelProps={{ className: styles.gapLabel }}
      min={ROUTE_GAP_MIN.least}
      max={ROUTE_GAP_MIN.most}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={` ${t('maps:track.gapUnit')}`}
      value={settings.gapMinutes}
      onChange={(value) => {
        if (typeof value === 'number' && value >= ROUTE_GAP_MIN.least) onSettings({ ...settings, gapMinutes: value });
      }}
    />
  );
}

import type { ReactElement } from 'react';
import { toIsoMoment, parseIsoMoment } from '../../lib/moment-text.ts';
import { parseRomeClock, toRomeClock } from '../../lib/rome-days.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';

/** Input for an instant in Rome time. `at` is empty while the text cannot be parsed. */
export function InstantField(props: {
  label: string;
  at: string;
  /** Time assumed when only a day is typed. */
  usualTime: string;
  onAt: (at: string) => void;
}): ReactElement {
  const { label, at, usualTime, onAt } = props;
  return (
    <ClockField
      size="xs"
      label={label}
      value={at === '' ? '' : toIsoMoment(toRomeClock(at))}
      usualTime={usualTime}
      onValue={(value) => {
        const { day, time } = parseIsoMoment(value);
        onAt(value === '' ? '' : (parseRomeClock(day, time) ?? ''));
      }}
    />
  );
}

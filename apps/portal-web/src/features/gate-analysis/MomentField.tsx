import type { ReactElement } from 'react';
import { isoOfMoment, momentOfIso } from '../../lib/moment-text.ts';
import { instantOfRomeClock, romeClock } from '../../lib/rome-days.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';

/** Input for an instant in Rome time. `at` is empty while the text cannot be parsed. */
export function MomentField(props: {
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
      value={at === '' ? '' : isoOfMoment(romeClock(at))}
      usualTime={usualTime}
      onValue={(value) => {
        const { day, time } = momentOfIso(value);
        onAt(value === '' ? '' : (instantOfRomeClock(day, time) ?? ''));
      }}
    />
  );
}

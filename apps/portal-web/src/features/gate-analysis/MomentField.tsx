import { TextInput } from '@mantine/core';
import { CalendarButton } from '@varco/ui/CalendarButton.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { isoOfMoment, momentOfIso, momentText, parseMoment } from '../../lib/moment-text.ts';
import { instantOfRomeClock, romeClock } from '../../lib/rome-days.ts';

/**
 * An instant typed as DD/MM/YYYY HH:mm on the clocks of Rome, told as it is typed: what stands in the field is what is asked, also when a key
 * starts the analysis. Empty while it cannot be read.
 */
export function MomentField(props: {
  label: string;
  at: string;
  /** What a day without a time means. */
  usualTime: string;
  onAt: (at: string) => void;
}): ReactElement {
  const t = useT();
  const { label, at, usualTime, onAt } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? (at === '' ? '' : momentText(romeClock(at)));
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={t('gateAnalysis:momentForm')}
      value={text}
      rightSection={
        <CalendarButton
          name={t('widgets:calendar', { field: label })}
          value={at === '' ? '' : isoOfMoment(romeClock(at))}
          onPick={(value) => {
            setDraft(null);
            onAt(instantOfText(momentText(momentOfIso(value)), usualTime));
          }}
        />
      }
      error={instantOfText(text, usualTime) === '' ? t('gateAnalysis:unreadable') : null}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => {
        setDraft(value);
        onAt(instantOfText(value, usualTime));
      }}
      onBlur={() => {
        if (at !== '') setDraft(null);
      }}
    />
  );
}

function instantOfText(text: string, usualTime: string): string {
  const parsed = parseMoment(text, now());
  if (parsed === null || parsed.day === '') return '';
  return instantOfRomeClock(parsed.day, parsed.time === '' ? usualTime : parsed.time) ?? '';
}

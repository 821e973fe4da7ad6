import { TextInput, type TextInputProps } from '@mantine/core';
import { CalendarButton } from '@varco/ui/CalendarButton.tsx';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { toIsoMoment, parseIsoMoment, formatMoment, parseMoment } from '../../lib/moment-text.ts';
import styles from './ClockField.module.css';

/**
 * Field for a day, or day and time in Rome time, typed as DD/MM/YYYY HH:mm or picked from the browser's calendar. It
 * reports the value on every keystroke, so that a submit by keyboard uses the visible text.
 */
export function ClockField(props: {
  label: string;
  /** YYYY-MM-DDTHH:mm, for a day YYYY-MM-DD; empty: none. */
  value: string;
  /** Time used for a day without one, HH:mm; null: days only. */
  usualTime: string | null;
  /** Earliest and latest value that can be picked, in the form of the value. */
  min?: string;
  max?: string;
  isOptional?: boolean;
  size?: TextInputProps['size'];
  w?: TextInputProps['w'];
  /** Receives the value; empty while the text is not readable. */
  onValue: (value: string) => void;
}): ReactElement {
  const t = useT();
  const { label, value, usualTime, min, max, isOptional = false, onValue } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? formatMoment(parseIsoMoment(value));
  const isDay = usualTime === null;
  const isEmpty = text.trim() === '';
  const isUnreadable = !isEmpty && parseFieldText(text, usualTime) === '';
  const field = useRef<HTMLInputElement>(null);
  // Forms are not submitted with a text that cannot be read: to them the value is empty, which may mean something else.
  const fault = isUnreadable ? t('filters:period.unreadable') : '';
  useLayoutEffect(() => field.current?.setCustomValidity(fault), [fault]);
  return (
    <TextInput
      ref={field}
      {...(props.size === undefined ? {} : { size: props.size })}
      {...(props.w === undefined ? {} : { w: props.w })}
      label={label}
      classNames={{ root: styles.field ?? '', error: styles.error ?? '' }}
      placeholder={t(isDay ? 'filters:period.dayForm' : 'filters:period.form')}
      value={text}
      rightSection={
        <CalendarButton
          name={t('widgets:calendar', { field: label })}
          kind={isDay ? 'date' : 'datetime-local'}
          value={value}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          onPick={(picked) => {
            setDraft(null);
            onValue(picked.slice(0, 16));
          }}
        />
      }
      error={isUnreadable ? fault : isEmpty && !isOptional ? t('filters:period.missing') : null}
      autoComplete="off"
      onChange={(event) => {
        setDraft(event.currentTarget.value);
        onValue(parseFieldText(event.currentTarget.value, usualTime));
      }}
      onBlur={() => {
        if (!isUnreadable) setDraft(null);
      }}
    />
  );
}

/** Converts typed text to the form of the value; empty when not readable. */
function parseFieldText(text: string, usualTime: string | null): string {
  const parsed = parseMoment(text, now());
  if (parsed === null || parsed.day === '') return '';
  if (usualTime === null) return parsed.time === '' ? parsed.day : '';
  return toIsoMoment({ day: parsed.day, time: parsed.time === '' ? usualTime : parsed.time });
}

import { type ReactElement, useRef } from 'react';
import styles from './CalendarButton.module.css';
import { IconButton } from './IconButton.tsx';

/**
 * Opens the browser's own date picker for a typed field. Its input is not in the tab order, because keyboard users type
 * the date, and it does nothing in browsers without a picker.
 */
export function CalendarButton(props: {
  name: string;
  /** Days, or days with a time. */
  kind?: 'date' | 'datetime-local';
  /** YYYY-MM-DDTHH:mm, or YYYY-MM-DD for a day, or empty. */
  value: string;
  /** Earliest and latest selectable value, in the same format. */
  min?: string;
  max?: string;
  isDisabled?: boolean;
  onPick: (value: string) => void;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const open = (): void => {
    try {
      field.current?.showPicker();
    } catch {
      // Not supported by this browser or in this frame: the date can still be typed.
    }
  };
  return (
    <span className={styles.place}>
      <IconButton icon="calendar" size="sm" name={props.name} isDisabled={props.isDisabled === true} onClick={open} />
      <input
        ref={field}
        type={props.kind ?? 'datetime-local'}
        className={styles.field}
        tabIndex={-1}
        aria-hidden
        value={props.value}
        min={props.min}
        max={props.max}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') props.onPick(value);
        }}
      />
    </span>
  );
}

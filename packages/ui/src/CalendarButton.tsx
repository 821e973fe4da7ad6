import { type ReactElement, useRef } from 'react';
import styles from './CalendarButton.module.css';
import { IconButton } from './IconButton.tsx';

/**
 * The browser's own calendar beside a field that is typed. Who types needs none: the field behind it is out of the order of the keyboard, and
 * a browser that opens no calendar changes nothing.
 */
export function CalendarButton(props: {
  name: string;
  /** Days, or days with a time. */
  kind?: 'date' | 'datetime-local';
  /** YYYY-MM-DDTHH:mm, for a day YYYY-MM-DD; or empty. */
  value: string;
  /** The latest that can be picked, in the same form. */
  max?: string;
  isDisabled?: boolean;
  onPick: (value: string) => void;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const open = (): void => {
    try {
      field.current?.showPicker();
    } catch {
      // None in this browser, or none in this frame: the date is typed.
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
        max={props.max}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') props.onPick(value);
        }}
      />
    </span>
  );
}

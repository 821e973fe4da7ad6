import type { ReactElement, ReactNode, SubmitEvent } from 'react';
import { focusUnreadable } from './focus-unreadable.ts';
import styles from './Toolbar.module.css';

/**
 * Line of labelled fields and buttons above the content, aligned at the lower edge of the fields; it wraps, on a narrow
 * window to two fields a line. With `onSubmit` it is a form: Enter in a field presses its submit button.
 */
export function Toolbar(props: {
  /** Name of the form or group; optional when the screen has one toolbar only. */
  label?: string;
  /** The form searches. */
  isSearch?: boolean;
  onSubmit?: () => void;
  children: ReactNode;
}): ReactElement {
  const { label, isSearch = false, onSubmit, children } = props;
  if (onSubmit === undefined) {
    return (
      <div className={styles.toolbar} role={label === undefined ? undefined : 'group'} aria-label={label}>
        {children}
      </div>
    );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!focusUnreadable(event.currentTarget)) onSubmit();
  };
  return (
    <form
      className={styles.toolbar}
      role={isSearch ? 'search' : undefined}
      aria-label={label}
      onSubmit={submit}
      noValidate
    >
      {children}
    </form>
  );
}

/** Fields that stay side by side, such as the two ends of a period. */
export function ToolbarGroup(props: { label?: string; children: ReactNode }): ReactElement {
  return (
    <div className={styles.group} role={props.label === undefined ? undefined : 'group'} aria-label={props.label}>
      {props.children}
    </div>
  );
}

/** Actions at the right end of the toolbar. */
export function ToolbarEnd(props: { children: ReactNode }): ReactElement {
  return <div className={styles.end}>{props.children}</div>;
}

/** Text among the fields: a count, a sum, a link. */
export function ToolbarText(props: { children: ReactNode }): ReactElement {
  return <div className={styles.text}>{props.children}</div>;
}

/** A line of its own below the fields, for what is wrong with them. */
export function ToolbarMessage(props: { children: ReactNode }): ReactElement {
  return <div className={styles.message}>{props.children}</div>;
}

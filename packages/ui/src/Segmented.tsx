import { Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Segmented.module.css';

export type Segment<Id extends string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** Name when the label is only a picture; shown as a tooltip too. */
  readonly name?: string;
  readonly isDisabled?: boolean;
};

/** A few buttons of which at most one is on. `value` null: none (a hand-made period is none of the quick ones). */
export function Segmented<Id extends string>(props: {
  label: string;
  options: readonly Segment<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  size?: 'sm' | 'md' | 'touch';
  isFullWidth?: boolean;
}): ReactElement {
  const { label, options, value, onChange, size = 'md', isFullWidth = false } = props;
  return (
    <div role="group" aria-label={label} className={cx(styles.group, styles[size], isFullWidth && styles.full)}>
      {options.map((option) => {
        const button = (
          <button
            key={option.id}
            type="button"
            className={cx(styles.option, option.id === value && styles.on)}
            aria-pressed={option.id === value}
            aria-label={option.name}
            disabled={option.isDisabled === true}
            onClick={() => onChange(option.id)}
          >
            {option.label}
          </button>
        );
        return option.name === undefined ? (
          button
        ) : (
          <Tooltip key={option.id} label={option.name}>
            {button}
          </Tooltip>
        );
      })}
    </div>
  );
}

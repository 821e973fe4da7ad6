import type { ReactElement, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './WaitingLine.module.css';

/** Says that something is being fetched, without covering what is there. `action`: usually the button that cancels. */
export function WaitingLine(props: { children: ReactNode; action?: ReactNode }): ReactElement {
  return (
    <div className={styles.line} role="status">
      <span className={styles.arc}>
        <Icon name="arc" isSpinning />
      </span>
      <span>{props.children}</span>
      {props.action}
    </div>
  );
}

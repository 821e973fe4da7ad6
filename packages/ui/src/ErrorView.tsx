import type { ReactElement, ReactNode } from 'react';
import { Component } from 'react';
import { Icon } from './Icon.tsx';
import styles from './EmptyState.module.css';

/** Part of the screen that failed: what it means and what the user can do. Error details go to the log only. */
export function ErrorView(props: { title: string; children?: ReactNode; actions?: ReactNode }): ReactElement {
  return (
    <div className={styles.empty} role="alert">
      <span className={styles.al}>
        <Icon name="octagon" size="lg" />
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>{props.title}</h2>
        {props.children !== undefined && <div className={styles.text}>{props.children}</div>}
        {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
      </div>
    </div>
  );
}

type BoundaryProps = {
  children: ReactNode;
  /** Renders the failure; `retry` mounts the children again. */
  fallback: (retry: () => void) => ReactNode;
  onError: (error: unknown) => void;
};

/** Limits a rendering error to its children. */
export class ErrorBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback(() => this.setState({ hasFailed: false }));
  }
}

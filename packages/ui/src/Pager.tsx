import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import { buildPagerItems } from './pager-model.ts';
import styles from './Pager.module.css';

export type PagerLabels = {
  readonly label: string;
  readonly previous: string;
  readonly next: string;
  readonly page: (page: number) => string;
};

/**
 * Previous, next, first, last, three neighbours on each side of the current page, with gaps in between. Pages count
 * from 1.
 */
export function Pager(props: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  labels: PagerLabels;
  size?: 'sm' | 'touch';
  isDisabled?: boolean;
  /** Only the position, `3 / 26`, between the arrows. */
  isCompact?: boolean;
}): ReactElement {
  const { page, pageCount, onPage, labels, size = 'sm', isDisabled = false, isCompact = false } = props;
  return (
    <nav aria-label={labels.label} className={styles.pager}>
      <IconButton
        icon="chevronLeft"
        name={labels.previous}
        size={size}
        isDisabled={isDisabled || page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {isCompact && (
        <span className={styles.place} aria-current="page">
          {page} / {pageCount}
        </span>
      )}
      {(isCompact ? [] : buildPagerItems(page, pageCount)).map((item) =>
        item.kind === 'gap' ? (
          <span key={`gap-${item.after}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={item.page}
            type="button"
            className={cx(styles.page, styles[size], item.page === page && styles.current)}
            aria-label={labels.page(item.page)}
            aria-current={item.page === page ? 'page' : undefined}
            disabled={isDisabled}
            onClick={() => onPage(item.page)}
          >
            {item.page}
          </button>
        ),
      )}
      <IconButton
        icon="chevronRight"
        name={labels.next}
        size={size}
        isDisabled={isDisabled || page >= pageCount}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

import { cx } from '@varco/ui/cx.ts';
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { applyRangeKey, type BarRange } from './bar-range.ts';
import styles from './Histogram.module.css';
import { buildTicks, describeBars, drawBars } from './histogram-text.ts';
import type { MergedHistogram } from './merge-histograms.ts';
import { useBarPointer } from './use-bar-pointer.ts';

const BOX_HEIGHT = 32;

interface BarsProps {
  readonly merged: MergedHistogram;
  /** The range that is searched; null: everything. */
  readonly applied: BarRange | null;
  /** The range that is being chosen, or the bar under the pointer; null: neither. */
  readonly onPoint: (range: BarRange | null) => void;
  readonly onApply: (range: BarRange) => void;
  readonly onJump: (at: number) => void;
  readonly onClear: () => void;
}

/**
 * Bars of transits over time. A drag chooses a period and its ends can be dragged, a click jumps; by keyboard the arrows move a
 * period, with Shift they widen it, Enter searches in it, the space bar jumps to its end and Escape gives it up.
 */
export function HistogramBars(props: BarsProps): ReactElement {
  const t = useT();
  const hintId = useId();
  const { merged, applied, onPoint, onApply, onJump } = props;
  const [draft, setDraft] = useState<BarRange | null>(null);
  const count = merged.bars.length;
  const range = draft ?? applied;
  const point = (next: BarRange | null): void => {
    setDraft(next);
    onPoint(next);
  };
  const pointer = useBarPointer({
    count,
    range,
    onHover: (at) => draft === null && onPoint(at === null ? null : { first: at, last: at }),
    onDraft: point,
    onApply,
    onJump,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = findKeyAction(event);
    if (action === null || (action === 'clear' && range === null)) return;
    event.preventDefault();
    if (action === 'apply' && draft !== null) onApply(draft);
    else if (action === 'jump' && range !== null) onJump(range.last);
    else if (action === 'clear' && draft === null) props.onClear();
    else if (action === 'move') return point(applyRangeKey(range, event, count));
    point(null);
  };
  return (
    <div
      className={styles.bars}
      role="slider"
      tabIndex={0}
      aria-label={t('histogram:title')}
      aria-describedby={hintId}
      aria-disabled={count === 0}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count - 1)}
      aria-valuenow={Math.max(0, range?.last ?? count - 1)}
      aria-valuetext={describeBars(t, merged, range ?? { first: 0, last: count - 1 })}
      onKeyDown={onKeyDown}
      onBlur={() => point(null)}
      {...pointer}
    >
      <Drawing merged={merged} />
      {range !== null && <Chosen range={range} count={count} isDraft={draft !== null} />}
      <span id={hintId} hidden>
        {t('histogram:hint')}
      </span>
    </div>
  );
}

type KeyAction = 'apply' | 'jump' | 'clear' | 'move';

/** What a key does; null: nothing here. */
function findKeyAction(event: KeyboardEvent): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const actions: Readonly<Record<string, KeyAction>> = { Enter: 'apply', ' ': 'jump', Escape: 'clear' };
  return actions[event.key] ?? (/^(?:Arrow|Page|Home|End)/.test(event.key) ? 'move' : null);
}

function Drawing({ merged }: { merged: MergedHistogram }): ReactElement {
  const { counted, unknown } = drawBars(merged, BOX_HEIGHT);
  const ticks = buildTicks(merged);
  return (
    <>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${Math.max(1, merged.bars.length)} ${BOX_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path className={styles.unknown} d={unknown} />
        <path className={styles.counted} d={counted} />
      </svg>
      {ticks.map(({ text, share }) => (
        <span key={share} className={styles.tick} style={{ left: `${share * 100}%` }} aria-hidden>
          {text}
        </span>
      ))}
    </>
  );
}

/** The chosen period over the bars, with an end to drag at each side; what is outside is dimmed. */
function Chosen(props: { range: BarRange; count: number; isDraft: boolean }): ReactElement {
  const { range, count, isDraft } = props;
  const left = `${(range.first / count) * 100}%`;
  const right = `${100 - ((range.last + 1) / count) * 100}%`;
  return (
    <>
      <span className={styles.outside} style={{ left: 0, right: `${100 - (range.first / count) * 100}%` }} />
      <span className={styles.outside} style={{ left: `${((range.last + 1) / count) * 100}%`, right: 0 }} />
      <span className={cx(styles.chosen, isDraft && styles.draft)} style={{ left, right }} />
    </>
  );
}

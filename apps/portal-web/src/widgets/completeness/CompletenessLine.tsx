import { formatDecimal } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement, ReactNode } from 'react';
import { RichText, useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSegment } from './completeness.ts';
import { countSegments } from './completeness.ts';
import styles from './Completeness.module.css';
import { CompletenessMeter } from './CompletenessMeter.tsx';

function Words(props: {
  segments: readonly PlantSegment[];
  isCutShort: boolean;
  onRetry: (() => void) | undefined;
}): ReactElement {
  const { segments, onRetry } = props;
  const t = useT();
  const { asked: requested, answered, receiving, errors, away, isPartial } = countSegments(segments);
  return (
    <>
      {/* Only the words are announced: the clock beside them would interrupt at every change. */}
      <span className={styles.words} role="status" aria-live="polite">
        <span className={styles.answer}>
          <RichText text="widgets:completeness.answered" values={{ count: answered, asked: requested }} />
        </span>
        {receiving > 0 && (
          <StatusChip tone="in" icon="clock" word={t('widgets:completeness.receiving', { count: receiving })} />
        )}
        {errors > 0 && (
          <span className={styles.errors}>
            <StatusChip tone="al" icon="octagon" word={t('widgets:completeness.errors', { count: errors })} />
          </span>
        )}
        {away > 0 && <StatusChip tone="nt" icon="wifiOff" word={t('widgets:completeness.away', { count: away })} />}
        {(isPartial || props.isCutShort) && receiving === 0 && (
          <span className={styles.partial}>{t('widgets:completeness.partial')}</span>
        )}
      </span>
      {/* Also for plants that are not connected: they may have come back since. */}
      {errors + away > 0 && onRetry !== undefined && (
        <button type="button" className={cx(styles.link, styles.retry)} onClick={onRetry}>
          {t('common:retry')}
        </button>
      )}
    </>
  );
}

/** Rows that are not in the list until the user asks for them. */
function Announcement({ text, onShow }: { text: string; onShow: () => void }): ReactElement {
  const t = useT();
  return (
    <span className={styles.late} role="status">
      {text}
      <button type="button" className={styles.link} onClick={onShow}>
        {t('widgets:completeness.show')}
      </button>
    </span>
  );
}

interface ArrivedRows {
  readonly count: number;
  readonly isLowerBound: boolean;
  readonly onShow: () => void;
}

function Arrived({ count, isLowerBound, onShow }: ArrivedRows): ReactElement {
  const t = useT();
  const key = isLowerBound ? 'widgets:completeness.arrivedAtLeast' : 'widgets:completeness.arrived';
  return <Announcement text={t(key, { count })} onShow={onShow} />;
}

/**
 * Line above every merged result (design 9): which plants were queried, responded or are missing, for which period,
 * when and how long it took, and the visible range of rows. Totals count only plants that responded, and the line
 * always says so.
 */
export function CompletenessLine(props: {
  segments: readonly PlantSegment[];
  /** The user stopped the search before every plant had responded. */
  isCutShort?: boolean;
  onRetry?: () => void;
  /** One short line: what failed, with its retry, stands in a line of its own below. */
  isBrief?: boolean;
  /** Period as text, `14/11 00:00 – 20/11 23:59`. */
  period?: string;
  /** Full period for the tooltip, when `period` is shortened. */
  periodTitle?: string;
  /** Time of the response as text, and its duration in ms. */
  answeredAt?: string;
  durationMs?: number;
  /** Visible rows, counted from 1, and their known total. */
  range?: { readonly from: number; readonly to: number; readonly total: number; readonly isLowerBound?: boolean };
  /** Rows that arrived late: announced here, never inserted under the pointer. */
  late?: { readonly plant: string; readonly count: number; readonly onShow: () => void };
  /** Rows that reached the plants after the search: laid in when the user asks for them. */
  arrived?: ArrivedRows;
  /** Page arrows, column picker. */
  children?: ReactNode;
}): ReactElement {
  const { segments, onRetry, period, periodTitle, answeredAt, durationMs, range, late, arrived, children } = props;
  const t = useT();
  const language = useLanguage();
  const took =
    answeredAt === undefined || durationMs === undefined
      ? answeredAt
      : t('widgets:completeness.took', { at: answeredAt, seconds: formatDecimal(durationMs / 1000, 1, language) });
  const facts = [period, took].filter((fact) => fact !== undefined).join(' · ');
  return (
    <div className={cx(styles.line, props.isBrief === true && styles.brief)}>
      <CompletenessMeter segments={segments} />
      <Words segments={segments} isCutShort={props.isCutShort === true} onRetry={onRetry} />
      {facts !== '' && (
        <span
          className={styles.facts}
          title={[periodTitle ?? period, took].filter((fact) => fact !== undefined).join(' · ')}
        >
          {facts}
        </span>
      )}
      {late !== undefined && (
        <Announcement
          text={t('widgets:completeness.late', { count: late.count, plant: late.plant })}
          onShow={late.onShow}
        />
      )}
      {arrived !== undefined && <Arrived {...arrived} />}
      <span className={styles.grow} />
      {range !== undefined && (
        <span className={styles.range} role="status">
          <RichText
            text={range.isLowerBound === true ? 'widgets:completeness.rangeAtLeast' : 'widgets:completeness.range'}
            values={{ from: range.from, to: range.to, total: range.total }}
          />
        </span>
      )}
      {children !== undefined && <span className={styles.tools}>{children}</span>}
    </div>
  );
}

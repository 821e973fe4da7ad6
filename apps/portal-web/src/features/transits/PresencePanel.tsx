import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { formatDate, formatTime } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import styles from './detail.module.css';
import { recencyOf } from './recency.ts';

const BAR_HEIGHT = 28;

/** Passages per day as bars: the newest day last. */
function DayBars(props: { days: TransitDetail['days'] }): ReactElement {
  const days = props.days.toReversed();
  const most = Math.max(1, ...days.map((day) => day.n));
  return (
    <svg className={styles.bars} viewBox={`0 0 ${Math.max(1, days.length) * 49} 44`} role="img" aria-hidden="true">
      {days.map((day, index) => {
        const height = Math.max(1, (day.n / most) * BAR_HEIGHT);
        return (
          <g key={day.giorno}>
            <rect
              className={index === days.length - 1 ? styles.barLast : styles.bar}
              x={index * 49 + 2}
              y={30 - height}
              width="40"
              height={height}
              rx="1.5"
            />
            <text className={styles.barText} x={index * 49 + 22} y="42" textAnchor="middle">
              {formatDate(day.giorno).slice(0, 5)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** How often this plate comes by, on this plant. */
export function PresencePanel(props: { transit: TransitDetail; now: string; retentionDays: number }): ReactElement {
  const t = useT();
  const { transit, now } = props;
  const last = transit.last_seen === null ? null : recencyOf(transit.last_seen, now, props.retentionDays);
  // Hidden is not zero: what a person may not see is never shown as a number.
  const unknown = t('transits:detail.unknown');
  const lastText =
    last === null
      ? unknown
      : last.kind === 'today'
        ? t('transits:recency.today')
        : last.kind === 'before'
          ? t('transits:recency.before')
          : t('transits:recency.daysAgo', { days: last.days });
  return (
    <Panel title={t('transits:detail.presencesBlock')} icon="clock" padding="text">
      <div className={styles.figures}>
        <Figure value={transit.redacted ? unknown : transit.count_transits} label={t('transits:detail.passages')} />
        <Figure value={transit.redacted ? unknown : transit.days.length} label={t('transits:detail.daysSeen')} />
        <Figure value={lastText} label={t('transits:detail.last')} />
      </div>
      <DayBars days={transit.days} />
      {transit.first_seen !== null && (
        <p className={styles.faint}>{t('transits:detail.firstSeen', { date: formatDate(transit.first_seen) })}</p>
      )}
    </Panel>
  );
}

function Figure(props: { value: string | number; label: string }): ReactElement {
  return (
    <div>
      <div className={styles.figure}>{props.value}</div>
      <div className={styles.faint}>{props.label}</div>
    </div>
  );
}

/** Other passages of the plate on the same day; each opens its own detail. */
export function OthersPanel(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const listThem = (): void => {
    openWorkspaceTab({ kind: 'transit-list', filter: { plate: transit.targa }, runs: true });
  };
  return (
    <Panel
      title={t('transits:detail.othersBlock')}
      icon="list"
      padding="none"
      aside={
        transit.redacted ? undefined : (
          <button type="button" className={styles.link} onClick={listThem}>
            {t('transits:detail.openInList')}
          </button>
        )
      }
    >
      {transit.altri.length === 0 ? (
        <p className={styles.none}>{t('transits:detail.othersNone')}</p>
      ) : (
        <ul className={styles.others}>
          {transit.altri.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={styles.other}
                onClick={() =>
                  openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: other.id, plate: transit.targa })
                }
              >
                <b>{formatTime(other.data)}</b>
                <span>{other.varco}</span>
                {other.has_image && <Icon name="image" size="sm" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

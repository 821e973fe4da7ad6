import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { cx } from '@varco/ui/cx.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import type { CSSProperties, ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeDay } from '../../../lib/rome-days.ts';
import styles from './detail.module.css';
import { openAllPassages, openPassagesOfDays } from './open-passages.ts';
import { computeRecency } from '../results/recency.ts';

const BAR_HEIGHT = 28;

/** How often this plate passed on this plant. Every number opens the rows it counts. */
export function PresencePanel(props: {
  transit: TransitDetail;
  peerId: number;
  now: string;
  retentionDays: number;
}): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const { targa: plate, days } = transit;
  const [newest, oldest] = [days[0]?.giorno, days.at(-1)?.giorno];
  const all = (): void => openAllPassages(peerId, plate);
  const onDays = (first: string | undefined, last: string | undefined) =>
    first === undefined || last === undefined ? undefined : () => openPassagesOfDays(peerId, plate, first, last);
  const lastDay = transit.last_seen === null ? undefined : toRomeDay(transit.last_seen);
  // A hidden value is not zero: what the user may not see is never shown as a number.
  const unknown = t('detail:unknown');
  const figures =
    transit.redacted || plate === ''
      ? [
          { id: 'passages', value: unknown, label: t('detail:passages') },
          { id: 'days', value: unknown, label: t('detail:daysSeen') },
          { id: 'last', value: unknown, label: t('detail:last') },
        ]
      : [
          { id: 'passages', value: transit.count_transits, label: t('detail:passages'), onOpen: all },
          {
            id: 'days',
            value: days.length,
            label: t('detail:daysSeen'),
            onOpen: onDays(oldest, newest),
          },
          { id: 'last', value: formatLastPassage(t, props), label: t('detail:last'), onOpen: onDays(lastDay, lastDay) },
        ];
  return (
    <Panel title={t('detail:presencesBlock')} icon="clock" padding="text">
      <div className={styles.figures}>
        {figures.map(({ id, ...figure }) => (
          <PresenceCount key={id} {...figure} />
        ))}
      </div>
      <DayBars days={days} onOpen={(day) => openPassagesOfDays(peerId, plate, day, day)} />
      {transit.first_seen !== null && (
        <p className={styles.faint}>{t('detail:firstSeen', { date: formatDate(transit.first_seen) })}</p>
      )}
    </Panel>
  );
}

/** T 4.2: "oggi" for less than one day, "N gg fa" after that, "antecedente *" beyond the plant's retention period. */
function formatLastPassage(
  t: Translate,
  { transit, now, retentionDays }: { transit: TransitDetail; now: string; retentionDays: number },
): string {
  if (transit.last_seen === null) return t('detail:unknown');
  const last = computeRecency(transit.last_seen, now, retentionDays);
  if (last.kind === 'today') return t('transits:recency.today');
  return last.kind === 'before' ? t('transits:recency.before') : t('transits:recency.daysAgo', { days: last.days });
}

function PresenceCount(props: {
  value: string | number;
  label: string;
  onOpen?: (() => void) | undefined;
}): ReactElement {
  const { value, label, onOpen } = props;
  const content = (
    <>
      <span className={styles.figure}>{value}</span>
      <span className={styles.faint}>{label}</span>
    </>
  );
  return onOpen === undefined ? (
    <div className={styles.count}>{content}</div>
  ) : (
    <button type="button" className={cx(styles.count, styles.opens)} onClick={onOpen}>
      {content}
    </button>
  );
}

/** Passages per day as bars, newest day last. Each bar opens the passages of its day. */
function DayBars(props: { days: TransitDetail['days']; onOpen: (day: string) => void }): ReactElement | null {
  const t = useT();
  const days = props.days.toReversed();
  const most = Math.max(1, ...days.map((day) => day.n));
  if (days.length === 0) return null;
  return (
    <div className={styles.bars}>
      {days.map(({ giorno, n }, index) => {
        const style: CSSProperties = { height: Math.max(1, (n / most) * BAR_HEIGHT) };
        const name = t('detail:onDay', { date: formatDate(giorno), count: n });
        return (
          <button
            key={giorno}
            type="button"
            className={styles.day}
            aria-label={name}
            title={name}
            onClick={() => props.onOpen(giorno)}
          >
            <span className={cx(styles.bar, index === days.length - 1 && styles.barLast)} style={style} />
            <span className={styles.barText}>{formatDate(giorno).slice(0, 5)}</span>
          </button>
        );
      })}
    </div>
  );
}

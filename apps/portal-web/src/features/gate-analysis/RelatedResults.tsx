import { useNavigate } from '@tanstack/react-router';
import { MIN_HABIT_DAYS, isBeyondChance } from '@varco/domain/analysis/related-events.ts';
import { formatDecimal, formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Fragment, type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import type { RelatedResult } from './search-related.ts';
import styles from './GateAnalysis.module.css';
import { getPlantNameById, PlantReportNotices } from './PlantReportNotices.tsx';

const COLUMNS = ['rank', 'plate', 'hits', 'reads', 'rarity', 'passages'] as const;
/** Maximum number of rows shown: later plates are too common to be relevant; narrow the query to see them. */
const MAX_SHOWN_ROWS = 200;

/** The plates, rarest elsewhere first, each with its passages and the calculation of its rarity. */
export function RelatedResults(props: { answer: RelatedResult }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { answer } = props;
  const { plates, comparedPlates: compared } = answer;
  const beyond = plates.filter(({ rarity }) => isBeyondChance(rarity, compared)).length;
  return (
    <>
      <div className={styles.head} aria-live="polite">
        <h2 className={styles.count}>{t('gateAnalysis:related.found', { count: plates.length })}</h2>
        {plates.length > 0 && (
          <p className={styles.sum}>
            {t('gateAnalysis:related.beyond', { count: beyond, all: formatInteger(compared, language) })}
          </p>
        )}
        <PlantReportNotices parts={answer.reports} />
        {answer.isTruncated && <Notice tone="wa">{t('gateAnalysis:related.cut')}</Notice>}
        {plates.length > MAX_SHOWN_ROWS && (
          <p className={styles.sum}>{t('gateAnalysis:related.shown', { count: MAX_SHOWN_ROWS })}</p>
        )}
      </div>
      {plates.length === 0 ? (
        <EmptyState icon="search" title={t('gateAnalysis:related.none')} />
      ) : (
        <div className={styles.wide}>
          <table className={styles.table}>
            <caption>{t('gateAnalysis:related.list')}</caption>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col">
                    {t(`gateAnalysis:related.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plates.slice(0, MAX_SHOWN_ROWS).map((row, at) => (
                <Fragment key={row.plate}>
                  {at === beyond && (
                    <tr className={styles.divider}>
                      <th colSpan={COLUMNS.length} scope="rowgroup">
                        {t('gateAnalysis:related.byChance', { all: formatInteger(compared, language) })}
                      </th>
                    </tr>
                  )}
                  <RelatedRow row={row} rank={at + 1} answer={answer} />
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

type PlateRow = RelatedResult['plates'][number];

function RelatedRow(props: { row: PlateRow; rank: number; answer: RelatedResult }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { row, rank, answer } = props;
  const { plate, matchedEvents: hits, plateReads, rarity, passages } = row;
  const open = (): void => {
    const filter = { plate, period: { kind: 'all' }, hasTaxCodes: false } as const;
    openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
    void navigate({ to: '/lpr' });
  };
  return (
    <tr>
      <td>{rank}</td>
      <td>
        <button
          type="button"
          className={styles.plate}
          aria-label={t('gateAnalysis:g2g.open', { plate })}
          onClick={open}
        >
          <PlateBadge plate={plate} nation={null} />
        </button>
      </td>
      <td>{t('gateAnalysis:related.hitsOf', { hits, count: answer.query.events.length })}</td>
      <td>{formatInteger(plateReads, language)}</td>
      <td>
        <span className={styles.rarity}>{formatDecimal(rarity, 1, language)}</span>
        <br />
        <span className={styles.small}>{formatChance(rarity, t, language)}</span>
        <RarityExplanation row={row} />
      </td>
      <td>
        <ul className={styles.passages}>
          {passages.map(({ peerId, event, gateId, gate, at }) => (
            <li key={`${event} ${peerId} ${gateId} ${at}`}>
              <span className={styles.number}>{event + 1}</span> <Moment at={at} /> {gate}{' '}
              <span className={styles.small}>({getPlantNameById(peerId)})</span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** Powers are used only where the number would be too long to read. */
const formatChance = (rarity: number, t: Translate, language: Language): string =>
  rarity < 6
    ? t('gateAnalysis:related.chance', { count: formatInteger(10 ** rarity, language) })
    : t('gateAnalysis:related.chancePower', { power: formatDecimal(rarity, 1, language) });

/** Each summand of the rarity, with the reads it is computed from. */
function RarityExplanation(props: { row: PlateRow }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { row } = props;
  return (
    <details className={styles.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('gateAnalysis:related.why')}
        <span className={styles.unseen}> {row.plate}</span>
      </summary>
      {isOpen && (
        <>
          <ul className={styles.passages}>
            {row.events.map(({ event, rarity, reads, allReads, plateReads, matched, habit }) => (
              <li key={event}>
                <span className={styles.number}>{event + 1}</span> {formatDecimal(rarity, 2, language)}{' '}
                <span className={styles.small}>
                  {t('gateAnalysis:related.eventReads', {
                    reads: formatInteger(reads, language),
                    all: formatInteger(allReads, language),
                    plate: formatInteger(plateReads, language),
                    events: matched,
                  })}
                  ; {formatHabit(habit, t, language)}
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.sum}>{t('gateAnalysis:related.whyText')}</p>
          <p className={styles.sum}>
            {t('gateAnalysis:related.formula')} <ModelCardLink card="related-events" />
          </p>
        </>
      )}
    </details>
  );
}

/** Text on how often the plate passes there at that hour on other days, with the numbers of the formula. */
function formatHabit(habit: PlateRow['events'][number]['habit'], t: Translate, language: Language): string {
  if (habit === null) return t('gateAnalysis:related.habitNone');
  const { comparedDays: of, days, reads, gateShare, length } = habit;
  if (of < MIN_HABIT_DAYS) return t('gateAnalysis:related.habitUnknown');
  const text = t('gateAnalysis:related.habit', {
    days,
    of,
    reads: formatInteger(reads, language),
    share: formatDecimal(gateShare, 4, language),
  });
  return length === 1 ? text : `${text}; ${t('gateAnalysis:related.lasts', { count: length })}`;
}

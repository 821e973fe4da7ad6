import { useQuery } from '@tanstack/react-query';
import type { ReadOdds } from '@varco/contract/plant/alerts.ts';
import { formatDecimal } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { readOddsQuery } from './alerts.api.ts';
import styles from './alerts.module.css';
import { listReasonsAgainst, toPercent } from './odds-sentence.ts';

/**
 * How likely the plate of the alert was read right, in one sentence with its reasons, and every contribution to add up by
 * hand. It helps whoever decides; it hides and ends nothing.
 */
export function ReadOddsPanel({ held }: { held: ReceivedAlert }): ReactElement | null {
  const t = useT();
  const { data, isError } = useQuery(readOddsQuery(held.peerId, held.alert.id));
  if (isError) return <p className={styles.oddsNote}>{t('alerts:odds.failed')}</p>;
  if (data === undefined) return <p className={styles.oddsNote}>{t('alerts:odds.waiting')}</p>;
  const percent = toPercent(data.probabilita);
  const reasons = listReasonsAgainst(data, t).join('; ');
  return (
    <section aria-label={t('alerts:odds.title')}>
      {data.probabile_errore ? (
        <Notice tone="wa">{t('alerts:odds.error', { percent: 100 - percent, reasons })}</Notice>
      ) : (
        <p className={styles.oddsNote}>
          {reasons === '' ? t('alerts:odds.right', { percent }) : t('alerts:odds.rightBut', { percent, reasons })}
        </p>
      )}
      <OddsDetails odds={data} />
    </section>
  );
}

function OddsDetails({ odds }: { odds: ReadOdds }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  /** Two decimals with a sign, as the formula rounds each contribution. */
  const sign = (value: number): string =>
    `${value < 0 ? '−' : value > 0 ? '+' : ''}${formatDecimal(Math.abs(value), 2, language)}`;
  return (
    <details className={styles.oddsDetails}>
      <summary>{t('alerts:odds.how')}</summary>
      <table>
        <caption>{t('alerts:odds.caption', { formula: odds.formula })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('alerts:odds.term')}</th>
            <th scope="col">{t('alerts:odds.adds')}</th>
          </tr>
        </thead>
        <tbody>
          {odds.voci.map(({ voce, esito, log_odds: adds }) => (
            <tr key={voce}>
              <th scope="row">{t(`alerts:odds.terms.${voce}`)}</th>
              <td>{esito === 'unknown' ? t('alerts:odds.unknown') : sign(adds)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('alerts:odds.sum')}</th>
            <td>{sign(odds.log_odds)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.oddsNote}>
        {t('alerts:odds.limits')} <ModelCardLink card="reads" />
      </p>
    </details>
  );
}

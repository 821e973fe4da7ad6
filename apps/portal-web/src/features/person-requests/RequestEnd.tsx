import { formatDateMinute } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { LetterButton } from './LetterButton.tsx';
import type { RequestPart } from './person-batches.ts';
import { readLetter } from './person-requests.api.ts';
import styles from './PersonRequests.module.css';

/** How a request ended on one plant, what was deleted there, and its letter. */
export function RequestEnd({ part, plant }: { part: RequestPart; plant: string }): ReactElement {
  const t = useT();
  const { stato: state, chiusura: end, cancellazione: erased } = part.request;
  const hasLetter = state === 'answered' || state === 'refused';
  return (
    <section className={styles.plant} aria-label={t('personRequests:record.partOf', { plant })}>
      <p className={styles.text}>
        <strong>{plant}</strong>
        {end !== null &&
          ` · ${t('personRequests:record.closedBy', {
            state: t(`personRequests:state.${state}`),
            name: end.da,
            when: formatDateMinute(end.il),
          })}`}
      </p>
      {erased !== null && (
        <p className={styles.text}>
          {t('personRequests:record.erased', { n: erased.transiti, held: erased.trattenuti })}
        </p>
      )}
      {end !== null && end.motivo_rifiuto !== null && (
        <p className={styles.text}>
          {t('personRequests:record.ground', { ground: t(`personRequests:grounds.${end.motivo_rifiuto}`) })}
        </p>
      )}
      {end !== null && end.decisione !== '' && (
        <p className={styles.text}>{t('personRequests:record.decision', { text: end.decisione })}</p>
      )}
      {end !== null && end.impronta !== '' && (
        <p className={styles.hash}>{t('personRequests:record.hash', { hash: end.impronta })}</p>
      )}
      {hasLetter && (
        <LetterButton
          read={() => readLetter(part)}
          label={t('personRequests:record.letter')}
          name={t('personRequests:record.letterOf', { plant })}
        />
      )}
    </section>
  );
}

import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { LetterButton } from './LetterButton.tsx';
import { countRestricted, type RequestPart } from './person-batches.ts';
import { readRestrictionNotice } from './person-requests.api.ts';
import styles from './PersonRequests.module.css';

/** What one plant restricted, how much of it still is, and the letter about its end. */
export function RestrictionPart({ part, plant }: { part: RequestPart; plant: string }): ReactElement {
  const t = useT();
  const { preavviso: notice, cancellazione: erased } = part.request;
  const hasLetter = (notice ?? null) !== null || erased !== null;
  return (
    <section className={styles.plant} aria-label={t('personRequests:restriction.of', { plant })}>
      <p className={styles.text}>
        <strong>{t('personRequests:restriction.of', { plant })}</strong>
      </p>
      <RestrictionFacts part={part} />
      {hasLetter && (
        <LetterButton
          read={() => readRestrictionNotice(part)}
          label={t('personRequests:restriction.letter')}
          name={t('personRequests:restriction.letterOf', { plant })}
        />
      )}
    </section>
  );
}

/** What was done so far, each step with who did it and when. */
function RestrictionFacts({ part }: { part: RequestPart }): ReactElement {
  const t = useT();
  const { limitazione: restricted, preavviso: notice, revoca: lifted } = part.request;
  return (
    <>
      {restricted ? (
        <p className={styles.text}>
          {t('personRequests:restriction.done', {
            n: restricted.transiti,
            protected: restricted.trattenuti,
            name: restricted.da,
            when: formatDateMinute(restricted.il),
          })}
        </p>
      ) : (
        <Notice tone="wa">{t('personRequests:restriction.interrupted')}</Notice>
      )}
      {countRestricted(part) > 0 && (
        <p className={styles.text}>{t('personRequests:restriction.now', { count: countRestricted(part) })}</p>
      )}
      {notice && (
        <p className={styles.text}>
          {t('personRequests:restriction.announced', {
            name: notice.da,
            when: formatDateMinute(notice.il),
            why: notice.motivo,
          })}
        </p>
      )}
      {lifted && (
        <p className={styles.text}>
          {t('personRequests:restriction.lifted', {
            n: lifted.transiti,
            name: lifted.da,
            when: formatDateMinute(lifted.il),
          })}
        </p>
      )}
    </>
  );
}

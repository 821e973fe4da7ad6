import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantResults } from './bulk-actions.ts';
import styles from './Lists.module.css';

/** Result of an action on many entries, plant by plant; what did not succeed with its reason. */
export function BulkResultList({ results }: { results: readonly PlantResults[] }): ReactElement {
  const t = useT();
  const isWhole = results.every(({ others }) => others.length === 0);
  return (
    <Notice tone={isWhole ? 'ok' : 'wa'} title={t('lists:result.title')} size="block" isUrgent={!isWhole}>
      <ul className={styles.plain}>
        {results.map(({ credentialId, peerLabel, done, others }) => (
          <li key={credentialId}>
            <span>{t('lists:bulk.doneOn', { plant: peerLabel, done, count: done + others.length })}</span>
            {others.length > 0 && (
              <ul className={styles.plain}>
                {others.map(({ row, outcome }) => (
                  <li key={row.entry.id}>
                    {row.entry.targa}: {t(`lists:bulk.outcome.${outcome}`)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

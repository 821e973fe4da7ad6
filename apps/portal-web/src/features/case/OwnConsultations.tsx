import { Modal } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { formatLogEntry } from '../../widgets/log/log-entry-text.ts';
import { MAX_LISTED_ENTRIES, ownEntriesQuery } from './case.api.ts';
import styles from './OwnConsultations.module.css';
import { OwnQuestions } from './OwnQuestions.tsx';

/** The user's own audit entries of a case, from all plants, newest first. */
export function OwnConsultations(props: {
  plants: readonly PlantSession[];
  caseNumber: string;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { caseNumber } = props;
  const plants = props.plants.filter((plant) => plant.state === 'ok');
  const answers = useQueries({ queries: plants.map((plant) => ownEntriesQuery(plant.credentialId, caseNumber)) });
  const rows = answers
    .flatMap(({ data }, index) => {
      const plant = plants[index];
      return plant === undefined ? [] : (data?.entries ?? []).map((entry) => ({ plant, entry }));
    })
    .toSorted((a, b) => b.entry.at.localeCompare(a.entry.at));
  const failed = answers.filter((answer) => answer.isError).length;
  const isPending = answers.some((answer) => answer.isPending);
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={caseNumber === '' ? t('case:logTitleAll') : t('case:logTitle', { case: caseNumber })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <OwnQuestions plants={plants} />
      {failed > 0 && <Notice tone="wa">{t('case:logPartial', { count: failed })}</Notice>}
      {rows.length === 0 ? (
        <p className={styles.none}>{t(isPending ? 'common:loading' : 'case:logNone')}</p>
      ) : (
        <table className={styles.table} aria-busy={isPending}>
          <thead>
            <tr>
              <th scope="col">{t('case:logWhen')}</th>
              <th scope="col">{t('case:logPlant')}</th>
              <th scope="col">{t('case:logWhat')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ plant, entry }) => (
              <tr key={`${plant.credentialId}-${entry.epoch}-${entry.seq}`}>
                <td>{formatDateTime(entry.at)}</td>
                <td>{getPlantLabel(plant)}</td>
                <td>{formatLogEntry(t, entry)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.none}>{t('case:logMore', { count: MAX_LISTED_ENTRIES })}</p>
    </Modal>
  );
}

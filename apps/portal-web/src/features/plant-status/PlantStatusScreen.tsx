import { Select } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { PlantStatusCard } from './PlantStatusCard.tsx';
import styles from './PlantStatusScreen.module.css';

const ALL = 'all';

/**
 * P 2, PST-01: status of the selected plant or of all the user's plants, as seen by the portal and as reported by the
 * plant.
 */
export function PlantStatusScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList();
  const [chosen, setChosen] = useState(ALL);
  const shown = plants.filter(({ credentialId }) => chosen === ALL || credentialId === chosen);
  return (
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('plants:system.title')}>
      <p className={styles.intro}>{t('plants:system.intro')}</p>
      {plants.length > 1 && (
        <Select
          aria-label={t('plants:system.plant')}
          w={220}
          mb={12}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('plants:system.allPlants') },
            ...plants.map((plant) => ({ value: plant.credentialId, label: getPlantLabel(plant) })),
          ]}
          value={chosen}
          onChange={(value) => setChosen(value ?? ALL)}
        />
      )}
      <div className={styles.grid}>
        {shown.map((plant) => (
          <PlantStatusCard key={plant.credentialId} plant={plant} />
        ))}
      </div>
    </section>
  );
}

import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { PlantStatusCard } from './PlantStatusCard.tsx';
import styles from './PlantStatusScreen.module.css';

/** P 2: how every plant of the person is, as the portal makes it out and as the plant says itself. */
export function PlantStatusScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList();
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('plants:system.intro')}</p>
      <div className={styles.grid}>
        {plants.map((plant) => (
          <PlantStatusCard key={plant.credentialId} plant={plant} />
        ))}
      </div>
    </div>
  );
}

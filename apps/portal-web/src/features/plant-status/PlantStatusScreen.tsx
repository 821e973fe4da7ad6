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
    // It scrolls and may hold nothing to press: the keyboard must get into it (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('plants:system.title')}>
      <p className={styles.intro}>{t('plants:system.intro')}</p>
      <div className={styles.grid}>
        {plants.map((plant) => (
          <PlantStatusCard key={plant.credentialId} plant={plant} />
        ))}
      </div>
    </section>
  );
}

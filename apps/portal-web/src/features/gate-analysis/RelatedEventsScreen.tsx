import { Segmented } from '@varco/ui/Segmented.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { canAnalysePlant } from './analysis-plants.ts';
import styles from './GateAnalysis.module.css';
import { ImpossibleAnalysis } from './ImpossibleAnalysis.tsx';
import { RelatedEventsAnalysis } from './RelatedEventsAnalysis.tsx';

/** /related-events (decisions): plates seen at several places and times, and plates seen at two places at once. */
export function RelatedEventsScreen(): ReactElement {
  const t = useT();
  const [tab, setTab] = useState<'events' | 'impossible'>('events');
  const plants = usePlantList().filter(canAnalysePlant);
  if (plants.length === 0)
    return (
      <EmptyState icon="lock" tone="pv" title={t('gateAnalysis:noPlant')}>
        {t('gateAnalysis:noPlantText')}
      </EmptyState>
    );
  return (
    <section className={styles.page} aria-label={t('gateAnalysis:related.title')}>
      <div className={styles.tabs}>
        <Segmented
          label={t('gateAnalysis:related.title')}
          value={tab}
          onChange={setTab}
          options={(['events', 'impossible'] as const).map((id) => ({
            id,
            label: t(`gateAnalysis:related.tab.${id}`),
          }))}
        />
      </div>
      {tab === 'events' ? <RelatedEventsAnalysis plants={plants} /> : <ImpossibleAnalysis plants={plants} />}
    </section>
  );
}

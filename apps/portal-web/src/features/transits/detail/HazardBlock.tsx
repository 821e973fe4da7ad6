import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { HazardLabel } from '../../../widgets/adr/HazardLabel.tsx';
import { KemlerPanel } from '../../../widgets/adr/KemlerPanel.tsx';
import styles from './detail.module.css';

/** DET-11: the hazard plate with class and label. */
export function HazardBlock(props: { transit: TransitDetail }): ReactElement | null {
  const t = useT();
  const { transit } = props;
  if (!transit.is_adr) return null;
  return (
    <Panel title={t('detail:adrBlock')} icon="warning" padding="text">
      <div className={styles.hazard}>
        <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} size="lg" />
        {transit.adr_class !== '' && <HazardLabel code={transit.adr_class} size={58} />}
        <KeyValueList
          items={[
            { key: 'kemler', label: t('detail:kemler'), value: transit.adr_kemler },
            { key: 'un', label: t('detail:un'), value: transit.adr_un_no },
            {
              key: 'class',
              label: t('detail:hazardClass'),
              value: [transit.adr_class, transit.adr_primary_label].filter((part) => part !== '').join(' '),
            },
          ]}
        />
      </div>
    </Panel>
  );
}

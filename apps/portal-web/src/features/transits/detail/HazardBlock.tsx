import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatHazard, formatSubstance } from '@varco/i18n/dangerous-goods.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { formatHazardClass } from '../../../widgets/adr/format-hazard-class.ts';
import { HazardLabel } from '../../../widgets/adr/HazardLabel.tsx';
import { KemlerPanel } from '../../../widgets/adr/KemlerPanel.tsx';
import { useDangerousGoods } from '../../../widgets/adr/use-dangerous-goods.ts';
import styles from './detail.module.css';

/** DET-11: the hazard plate with class and label, and what its numbers mean. */
export function HazardBlock(props: { transit: TransitDetail }): ReactElement | null {
  const t = useT();
  const goods = useDangerousGoods();
  const { transit } = props;
  if (!transit.is_adr) return null;
  return (
    <Panel title={t('detail:adrBlock')} icon="warning" padding="text">
      <div className={styles.hazard}>
        <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} size="lg" />
        {transit.adr_class !== '' && <HazardLabel code={transit.adr_class} size={58} />}
        <KeyValueList
          items={[
            { key: 'kemler', label: t('detail:kemler'), value: formatHazard(goods, transit.adr_kemler) },
            { key: 'un', label: t('detail:un'), value: formatSubstance(goods, transit.adr_un_no) },
            { key: 'class', label: t('detail:hazardClass'), value: formatHazardClass(t, transit.adr_class) },
          ]}
        />
      </div>
    </Panel>
  );
}

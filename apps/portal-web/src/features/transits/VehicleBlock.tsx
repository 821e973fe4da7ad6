import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { HazardLabel } from '../../widgets/adr/HazardLabel.tsx';
import { KemlerPanel } from '../../widgets/adr/KemlerPanel.tsx';
import { NationFlag } from '../../widgets/vehicle/NationFlag.tsx';
import { ColourSwatch } from '../../widgets/vehicle/ColourSwatch.tsx';
import { VehicleClassIcon } from '../../widgets/vehicle/VehicleClassIcon.tsx';
import styles from './detail.module.css';

/** DET-04, DET-11: what the vehicle is; hazardous goods show their panel and label instead of the EURO class. */
export function VehicleBlock(props: { transit: TransitDetail }): ReactElement {
  const t = useT();
  const { transit } = props;
  const makeModel = [transit.marca, transit.modello].filter((part) => part !== '').join(' ');
  const unknown = t('transits:detail.unknown');
  return (
    <Panel title={t('transits:detail.vehicleBlock')} icon="car">
      <KeyValueList
        items={[
          { key: 'model', label: t('transits:detail.makeModel'), value: makeModel === '' ? unknown : makeModel },
          { key: 'colour', label: t('transits:detail.colour'), value: <ColourSwatch code={transit.colore} isNamed /> },
          { key: 'class', label: t('transits:detail.class'), value: <VehicleClassIcon code={transit.class} isNamed /> },
          {
            key: 'nation',
            label: t('transits:detail.nation'),
            value: <NationFlag nation={transit.nazione} province={transit.provincia} city={transit.comune} isNamed />,
          },
          ...(transit.is_adr
            ? []
            : [{ key: 'euro', label: t('transits:detail.euro'), value: transit.euro ?? unknown }]),
        ]}
      />
    </Panel>
  );
}

/** DET-11: the hazard plate with class and label. */
export function HazardBlock(props: { transit: TransitDetail }): ReactElement | null {
  const t = useT();
  const { transit } = props;
  if (!transit.is_adr) return null;
  return (
    <Panel title={t('transits:detail.adrBlock')} icon="warning" padding="text">
      <div className={styles.hazard}>
        <KemlerPanel kemler={transit.adr_kemler} un={transit.adr_un_no} size="lg" />
        {transit.adr_class !== '' && <HazardLabel code={transit.adr_class} size={58} />}
        <KeyValueList
          items={[
            { key: 'kemler', label: t('transits:detail.kemler'), value: transit.adr_kemler },
            { key: 'un', label: t('transits:detail.un'), value: transit.adr_un_no },
            {
              key: 'class',
              label: t('transits:detail.hazardClass'),
              value: [transit.adr_class, transit.adr_primary_label].filter((part) => part !== '').join(' '),
            },
          ]}
        />
      </div>
    </Panel>
  );
}

import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { NationFlag } from '../../../widgets/vehicle/NationFlag.tsx';
import { ColourSwatch } from '../../../widgets/vehicle/ColourSwatch.tsx';
import { VehicleClassIcon } from '../../../widgets/vehicle/VehicleClassIcon.tsx';

/** DET-04, DET-11: data of the vehicle. For hazardous goods the EURO class is omitted. A redacted record hides make and colour. */
export function VehicleBlock(props: { transit: TransitDetail }): ReactElement {
  const t = useT();
  const { transit } = props;
  const makeModel = [transit.marca, transit.modello].filter((part) => part !== '').join(' ');
  const unknown = t('detail:unknown');
  const hidden = transit.redacted ? t('widgets:alert.full.redacted') : null;
  return (
    <Panel title={t('detail:vehicleBlock')} icon="car">
      <KeyValueList
        items={[
          { key: 'model', label: t('detail:makeModel'), value: hidden ?? (makeModel === '' ? unknown : makeModel) },
          { key: 'colour', label: t('detail:colour'), value: hidden ?? <ColourSwatch code={transit.colore} isNamed /> },
          { key: 'class', label: t('detail:class'), value: <VehicleClassIcon code={transit.class} isNamed /> },
          {
            key: 'nation',
            label: t('detail:nation'),
            value: <NationFlag nation={transit.nazione} province={transit.provincia} city={transit.comune} isNamed />,
          },
          ...(transit.is_adr ? [] : [{ key: 'euro', label: t('detail:euro'), value: transit.euro ?? unknown }]),
        ]}
      />
    </Panel>
  );
}

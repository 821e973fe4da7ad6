import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { formatDecimal } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { usePlant } from '../../../lib/plants/use-plants.ts';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import { SpeedBadge } from '../../../widgets/vehicle/SpeedBadge.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import styles from './detail.module.css';
import { getDirectionText } from './direction-text.ts';
import { listReadsFact } from './ReadsFact.tsx';

/** DET-02: plate, date and time, plant, gate, direction, position and speed. */
export function PlateBlock(props: { transit: TransitDetail; peerId: number; plantLabel: string }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { transit } = props;
  const { gps_lat: lat, gps_lon: lon } = transit;
  const degrees = (value: number, [above, below]: readonly [string, string]): string =>
    `${formatDecimal(Math.abs(value), 4, language)} ${value < 0 ? below : above}`;
  const position =
    lat === null || lon === null ? t('detail:gpsUnknown') : `${degrees(lat, ['N', 'S'])} ${degrees(lon, ['E', 'O'])}`;
  const correction =
    transit.targa_corretta === null
      ? []
      : [{ key: 'corrected', label: t('detail:corrected'), value: <b>{transit.targa_corretta}</b> }];
  return (
    <Panel
      title={t('detail:plateBlock')}
      icon="gate"
      aside={transit.redacted ? undefined : <CorrectionLink transit={transit} peerId={props.peerId} />}
    >
      <KeyValueList
        items={[
          {
            key: 'plate',
            label: t('transits:column.plate'),
            value: transit.redacted ? (
              t('widgets:plate.redacted')
            ) : transit.targa === '' ? (
              t('widgets:plate.unread')
            ) : (
              <b>{transit.targa}</b>
            ),
          },
          { key: 'at', label: t('transits:column.date'), value: <Moment at={transit.data} /> },
          { key: 'plant', label: t('detail:plant'), value: props.plantLabel },
          { key: 'gate', label: t('detail:gate'), value: transit.varco },
          ...listReadsFact(t('detail:reads.label'), props),
          {
            key: 'direction',
            label: t('detail:direction'),
            value: t(getDirectionText(transit.direction)),
          },
          ...(transit.lane === null ? [] : [{ key: 'lane', label: t('detail:lane'), value: transit.lane }]),
          { key: 'gps', label: t('detail:gps'), value: position },
          {
            key: 'speed',
            label: t('detail:speed'),
            value: (
              <>
                <SpeedBadge kmPerHour={transit.speed} />{' '}
                {transit.speed !== null && <span className={styles.faint}>{t('detail:threshold')}</span>}
              </>
            ),
          },
          ...correction,
        ]}
      />
    </Panel>
  );
}

/** Opens the correction of the plate, for those who may act on the plant (T 6). */
function CorrectionLink(props: { transit: TransitDetail; peerId: number }): ReactElement | null {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const rights = usePlant(props.peerId)?.login?.user ?? null;
  if (rights === null || canActOnPlant(rights) !== null) return null;
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setIsOpen(true)}>
        {t('detail:correction.open')}
      </button>
      {isOpen && <CorrectionDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

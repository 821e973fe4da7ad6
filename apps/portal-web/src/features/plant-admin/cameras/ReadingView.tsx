import type { CameraFamily } from '@varco/contract/plant/camera-intake.ts';
import type { CameraReading, CameraVehicle } from '@varco/contract/plant/camera-messages.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { type KeyValue, KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { nameFamily } from './camera-columns.tsx';
import styles from './Cameras.module.css';
import { describeNote, describeReason } from './camera-words.ts';

/** A message as the plant understands it: the transits it makes, what is missing or odd, its fields, its body. */
export function ReadingView(props: { reading: CameraReading; families: readonly CameraFamily[] }): ReactElement {
  const t = useT();
  const { reading, families } = props;
  const family = nameFamily(t, families, reading.famiglia);
  return (
    <div className={styles.reading}>
      {reading.esito === 'rifiutato' && (
        <Notice tone="al" title={t('cameraIntake:reading.refused')}>
          {describeReason(t, reading.motivo)}
        </Notice>
      )}
      {reading.esito === 'contatto' && <Notice tone="ok">{t('cameraIntake:reading.contact', { family })}</Notice>}
      {reading.esito === 'letture' && <Notice tone="ok">{t('cameraIntake:reading.family', { family })}</Notice>}
      {reading.note.length > 0 && (
        <Notice tone="wa" title={t('cameraIntake:reading.notes')}>
          {reading.note.map((note) => describeNote(t, note)).join(' · ')}
        </Notice>
      )}
      {reading.veicoli.map((vehicle, at) => (
        // A message lists its vehicles in a fixed order.
        <Panel key={at} title={t('cameraIntake:reading.transit')} icon="car" padding="text">
          <KeyValueList items={toFacts(t, vehicle)} labelWidth={130} />
        </Panel>
      ))}
      {reading.campi.length > 0 && (
        <div className={styles.fields}>
          <SimpleTable
            label={t('cameraIntake:reading.fields')}
            caption={t('cameraIntake:reading.fields')}
            density="dense"
            isFilling
            columns={[
              { key: 'path', title: t('cameraIntake:reading.path') },
              { key: 'value', title: t('cameraIntake:reading.value') },
            ]}
          >
            {reading.campi.map(({ percorso, valore }) => (
              <TableRow key={percorso}>
                <th scope="row">{percorso}</th>
                <td>{valore}</td>
              </TableRow>
            ))}
          </SimpleTable>
        </div>
      )}
      <ScrollRegion label={t('cameraIntake:reading.body')} className={styles.body}>
        <pre>{reading.testo}</pre>
      </ScrollRegion>
    </div>
  );
}

/** Text of a direction that is known, by its code. */
const DIRECTION_KEYS = [undefined, 'd1', 'd2', 'd3', 'd4'] as const;

/** What the transit will contain, without empty values. */
function toFacts(t: Translate, vehicle: CameraVehicle): readonly KeyValue[] {
  const { lettura: read } = vehicle;
  const directionKey = DIRECTION_KEYS[read?.direction ?? 0];
  const facts: readonly (readonly [Parameters<typeof labelOf>[1], string | number | null | undefined])[] = [
    ['plate', vehicle.targa ?? t('cameraIntake:reading.noPlate')],
    ['result', vehicle.motivo === null ? null : describeReason(t, vehicle.motivo)],
    ['at', vehicle.data === null ? t('cameraIntake:reading.arrival') : formatDateTime(vehicle.data)],
    ['zone', t(`cameraIntake:reading.source.${vehicle.origine_ora}`)],
    ['confidence', read?.confidence],
    ['nation', read?.nazione],
    ['vehicle', [read?.marca, read?.modello, read?.colore, read?.class].filter(Boolean).join(' ')],
    ['direction', directionKey === undefined ? null : t(`transits:direction.${directionKey}`)],
    ['lane', read?.lane],
    ['speed', read?.speed === undefined ? null : t('cameraIntake:reading.kmh', { n: read.speed })],
    ['adr', [read?.adr_kemler, read?.adr_un_no].filter(Boolean).join(' / ')],
    ['event', vehicle.evento],
    ['device', vehicle.dispositivo],
    ['list', vehicle.lista],
    ['violation', vehicle.violazione],
    ['pictures', vehicle.immagini.map(({ tipo }) => t(`cameraIntake:reading.picture.${tipo}`)).join(', ')],
  ];
  return facts.flatMap(([key, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [{ key, label: labelOf(t, key), value: String(value) }],
  );
}

const labelOf = (
  t: Translate,
  key:
    | 'plate'
    | 'result'
    | 'at'
    | 'zone'
    | 'confidence'
    | 'nation'
    | 'vehicle'
    | 'direction'
    | 'lane'
    | 'speed'
    | 'adr'
    | 'event'
    | 'device'
    | 'list'
    | 'violation'
    | 'pictures',
): string => t(`cameraIntake:fact.${key}`);

import { formatDateMinute } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { buildFeatureId, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { GateStateMark } from '../../widgets/map/GateLegend.tsx';
import { filterMissingPositions } from './gate-filter.ts';
import { formatAirQuality } from './air-quality.ts';
import { directionKey } from '../../widgets/gate-form/gate-direction.ts';
import styles from './PlantMap.module.css';

interface Props {
  readonly gates: readonly PlantGate[];
  readonly chosen: PlantGate | null;
  readonly getPlantName: (peerId: number) => string;
  readonly isLoading: boolean;
  readonly canEdit: (peerId: number) => boolean;
  readonly onChoose: (gate: PlantGate) => void;
  readonly onEdit: (gate: PlantGate) => void;
}

/** Table beside the map; also lists gates without a position. */
export function GateList(props: Props): ReactElement {
  const t = useT();
  const missing = filterMissingPositions(props.gates);
  return (
    <section className={styles.list} aria-label={t('maps:plants.list')}>
      {missing.length > 0 && (
        <details className={styles.missing} open>
          <summary>{t('maps:plants.missing', { count: missing.length })}</summary>
          <ul>
            {missing.map((one) => (
              <li key={buildFeatureId(one)}>
                <span>
                  {one.gate.fullname} <span className={styles.quiet}>{props.getPlantName(one.peerId)}</span>
                </span>
                <EditButton {...props} one={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <SimpleTable
        label={t('maps:plants.list')}
        isFilling
        columns={[
          { key: 'gate', title: t('maps:plants.column.gate') },
          { key: 'state', title: t('maps:plants.column.state') },
          { key: 'lastPlate', title: t('maps:plants.column.lastPlate') },
          { key: 'actions', title: t('maps:plants.column.actions'), isTitleHidden: true },
        ]}
        empty={
          props.gates.length === 0 && (
            <EmptyState icon="gate" title={t(props.isLoading ? 'common:loading' : 'maps:plants.none')} />
          )
        }
      >
        {props.gates.map((one) => (
          <GateRow key={buildFeatureId(one)} {...props} one={one} />
        ))}
      </SimpleTable>
    </section>
  );
}

function GateRow(props: Props & { one: PlantGate }): ReactElement {
  const t = useT();
  const { one, chosen, onChoose } = props;
  const { gate, peerId } = one;
  const isChosen = chosen !== null && buildFeatureId(chosen) === buildFeatureId(one);
  return (
    <TableRow isCurrent={isChosen}>
      <td>
        <TextButton aria-pressed={isChosen} onClick={() => onChoose(one)}>
          {gate.fullname}
        </TextButton>
        <br />
        <span className={styles.quiet}>
          {props.getPlantName(peerId)} · {t(directionKey(gate.direction))}
          {gate.pollution != null && ` · ${formatAirQuality(t, gate.pollution)}`}
        </span>
      </td>
      <td className={styles.state}>
        <GateStateMark state={gate.stato} />
      </td>
      <td>{gate.last_plate_date === null ? t('maps:plants.never') : formatDateMinute(gate.last_plate_date)}</td>
      <td>
        <EditButton {...props} one={one} />
      </td>
    </TableRow>
  );
}

function EditButton({ one, canEdit, onEdit }: Props & { one: PlantGate }): ReactElement {
  const t = useT();
  const isAllowed = canEdit(one.peerId) && one.gate.enabled_for_user;
  return (
    <IconButton
      icon="edit"
      size="sm"
      name={t(isAllowed ? 'maps:plants.edit' : 'maps:plants.editRefused', { gate: one.gate.fullname })}
      isDisabled={!isAllowed}
      onClick={() => onEdit(one)}
    />
  );
}

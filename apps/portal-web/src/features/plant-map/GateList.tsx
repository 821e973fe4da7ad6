import { formatDateMinute } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={t('maps:plants.list')} id="results">
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
      <table className={styles.table}>
        <caption className={styles.unseen}>{t('maps:plants.list')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('maps:plants.column.gate')}</th>
            <th scope="col">{t('maps:plants.column.state')}</th>
            <th scope="col">{t('maps:plants.column.lastPlate')}</th>
            <th scope="col">
              <span className={styles.unseen}>{t('maps:plants.column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.gates.map((one) => (
            <GateRow key={buildFeatureId(one)} {...props} one={one} />
          ))}
        </tbody>
      </table>
      {props.gates.length === 0 && (
        <p className={styles.quiet}>{t(props.isLoading ? 'common:loading' : 'maps:plants.none')}</p>
      )}
    </section>
  );
}

function GateRow(props: Props & { one: PlantGate }): ReactElement {
  const t = useT();
  const { one, chosen, onChoose } = props;
  const { gate, peerId } = one;
  const isChosen = chosen !== null && buildFeatureId(chosen) === buildFeatureId(one);
  return (
    <tr className={cx(isChosen && styles.isChosen)}>
      <td>
        <button type="button" className={styles.link} aria-pressed={isChosen} onClick={() => onChoose(one)}>
          {gate.fullname}
        </button>
        <br />
        <span className={styles.quiet}>
          {props.getPlantName(peerId)} · {t(directionKey(gate.direction))}
          {gate.pollution != null && ` · ${formatAirQuality(t, gate.pollution)}`}
        </span>
      </td>
      <td>
        <GateStateMark state={gate.stato} />
      </td>
      <td>{gate.last_plate_date === null ? t('maps:plants.never') : formatDateMinute(gate.last_plate_date)}</td>
      <td>
        <EditButton {...props} one={one} />
      </td>
    </tr>
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

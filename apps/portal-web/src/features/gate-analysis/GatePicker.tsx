import { NativeSelect } from '@mantine/core';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { type GateRef, indexGates, gateRefKey, toGateRef, parseGateRefKey } from './analysis-plants.ts';
import styles from './GateAnalysis.module.css';

/** Adds a gate; in an unordered selection, removes it if it is selected already. */
export function toggleGate(
  value: readonly GateRef[],
  gate: GateRef,
  { isOrdered, most }: { readonly isOrdered: boolean; readonly most: number },
): readonly GateRef[] {
  const key = gateRefKey(gate);
  const last = value.at(-1);
  // The same gate twice in a row is no journey, but it may occur again later.
  if (isOrdered && last !== undefined && gateRefKey(last) === key) return value.slice(0, -1);
  if (!isOrdered && value.some((one) => gateRefKey(one) === key)) return value.filter((one) => gateRefKey(one) !== key);
  return value.length >= most ? value : [...value, gate];
}

function moveGate(value: readonly GateRef[], from: number, to: number): readonly GateRef[] {
  const next = [...value];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
}

interface Props {
  readonly label: string;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
  readonly value: readonly GateRef[];
  readonly onValue: (value: readonly GateRef[]) => void;
  readonly most: number;
  /** Shows numbers, and arrows to reorder. */
  readonly isOrdered: boolean;
}

/** Selects gates from a list; the map beside it edits the same selection. */
export function GatePicker(props: Props): ReactElement {
  const t = useT();
  const { label, plants, gates, value, onValue, most, isOrdered } = props;
  return (
    <div className={styles.picker}>
      <NativeSelect
        size="xs"
        label={label}
        value=""
        disabled={value.length >= most}
        description={value.length >= most ? t('gateAnalysis:gate.most', { count: most }) : undefined}
        data={[
          { value: '', label: t('gateAnalysis:gate.none') },
          ...plants.map((plant) => ({
            group: getPlantLabel(plant),
            items: gates
              .filter(({ peerId, gate }) => peerId === plant.peerId && gate.enabled_for_user)
              .map((gate) => ({
                value: gateRefKey(toGateRef(gate)),
                label: `${getPlantCode(plant)} ${gate.gate.fullname}`,
              })),
          })),
        ]}
        onChange={({ currentTarget: { value: key } }) => {
          if (key !== '') onValue(toggleGate(value, parseGateRefKey(key), { isOrdered, most }));
        }}
      />
      {value.length > 0 && <SelectedGates {...props} />}
    </div>
  );
}

function SelectedGates({ label, plants, gates, value, onValue, isOrdered }: Props): ReactElement {
  const t = useT();
  const byKey = indexGates(gates);
  const nameOf = (ref: GateRef): string => {
    const plant = plants.find(({ peerId }) => peerId === ref.peerId);
    const name = byKey.get(gateRefKey(ref))?.gate.fullname ?? String(ref.gateId);
    return plant === undefined ? name : `${getPlantCode(plant)} ${name}`;
  };
  return (
    <ol className={styles.chosen} aria-label={label}>
      {value.map((ref, at) => (
        <li
          key={`${gateRefKey(ref)} ${value.slice(0, at).filter((one) => gateRefKey(one) === gateRefKey(ref)).length}`}
        >
          {isOrdered && <span className={styles.number}>{at + 1}</span>}
          <span className={styles.name}>{nameOf(ref)}</span>
          {isOrdered && (
            <>
              <IconButton
                icon="chevronUp"
                size="sm"
                name={t('gateAnalysis:gate.earlier', { gate: nameOf(ref) })}
                isDisabled={at === 0}
                onClick={() => onValue(moveGate(value, at, at - 1))}
              />
              <IconButton
                icon="chevronDown"
                size="sm"
                name={t('gateAnalysis:gate.later', { gate: nameOf(ref) })}
                isDisabled={at === value.length - 1}
                onClick={() => onValue(moveGate(value, at, at + 1))}
              />
            </>
          )}
          <IconButton
            icon="close"
            size="sm"
            name={t('gateAnalysis:gate.remove', { gate: nameOf(ref) })}
            onClick={() => onValue(value.filter((_, i) => i !== at))}
          />
        </li>
      ))}
    </ol>
  );
}

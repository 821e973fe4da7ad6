import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { District } from '@varco/contract/plant/districts.ts';
import { boundsOf, positionOf } from '@varco/domain/maps/geo.ts';
import { canManageDistricts } from '@varco/domain/plants/plant-permissions.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { gateOverlay, keyOfGate, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { gateStatesKey, useGateStates } from '../../widgets/map/gate-states.api.ts';
import { GroundMap } from '../../widgets/map/GroundMap.tsx';
import { RemoveDialog } from './AdminDialog.tsx';
import { type DistrictDraft, districtDraft, toggled } from './district-draft.ts';
import { chosenOverlay } from './district-overlay.ts';
import { DistrictForm } from './DistrictForm.tsx';
import { DistrictList } from './DistrictList.tsx';
import styles from './Districts.module.css';
import { districtsQuery, removeDistrict } from './plant-admin.api.ts';
import { type AdminPlant, PlantFrame } from './PlantFrame.tsx';

/** /peer/districts (DST-01, GEN-11): named parts of a plant: gates, and the people who see only these gates. */
export function DistrictsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantFrame mayManage={canManageDistricts} noPlantText={t('plantAdmin:districts.noPlantText')}>
      {(plant, choice) => <Districts key={plant.peerId} plant={plant} choice={choice} />}
    </PlantFrame>
  );
}

const NO_GATES: readonly number[] = [];

function Districts({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const found = useQuery(districtsQuery(plant.peerId));
  const { gates } = useGateStates([plant.peerId]);
  const [draft, setDraft] = useState<DistrictDraft | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<District | null>(null);
  const [map, setMap] = useState<MapHandle | null>(null);
  const shown = draft?.gates ?? found.data?.objects.find(({ id }) => id === looked)?.gates ?? NO_GATES;
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['districts', plant.peerId] });
  useShortcuts({ n: () => setDraft(districtDraft(null)) }, draft === null);
  const look = ({ id, gates: ids }: District): void => {
    setLooked(id);
    fitGates(
      map,
      gates.filter(({ gate }) => ids.includes(gate.id)),
    );
  };
  const saved = async ({ id }: District): Promise<void> => {
    setLooked(id);
    await refresh();
    // The user's own visible gates may have changed.
    await client.invalidateQueries({ queryKey: gateStatesKey(plant.peerId) });
    setDraft(null);
  };
  const pick = (gate: number): void => {
    if (draft !== null) setDraft({ ...draft, gates: toggled(draft.gates, gate) });
  };
  return (
    <section className={styles.page} aria-label={t('plantAdmin:districts.title')}>
      <DistrictMap gates={gates} shown={shown} map={map} onMap={setMap} onPick={pick} />
      {draft === null ? (
        <DistrictList
          {...{ plant, plantSelector: choice, found, highlighted: looked }}
          onHighlight={look}
          onEdit={(district) => setDraft(districtDraft(district))}
          onRemove={setLeaving}
        />
      ) : (
        <DistrictForm {...{ plant, draft, gates }} onDraft={setDraft} onClose={() => setDraft(null)} onSaved={saved} />
      )}
      {leaving !== null && (
        <RemoveDialog
          title={t('plantAdmin:remove.title', { name: leaving.name })}
          text={t('plantAdmin:remove.district', { plant: plant.label })}
          onClose={() => setLeaving(null)}
          onRemove={async () => {
            await removeDistrict(plant.peerId, leaving.id);
            await refresh();
          }}
        />
      )}
    </section>
  );
}

/** Gates of the plant on a map, those of a district ringed; clicking a gate selects it. */
function DistrictMap(props: {
  gates: readonly PlantGate[];
  shown: readonly number[];
  map: MapHandle | null;
  onMap: (map: MapHandle) => void;
  onPick: (gate: number) => void;
}): ReactElement {
  const t = useT();
  const { gates, shown, map, onMap, onPick } = props;
  const fit = (): void => fitGates(map, gates);
  useFirstFit(map, gates.length > 0, fit);
  useShortcuts({ f: fit });
  const overlays = useMemo(
    () => [chosenOverlay(gates, shown), gateOverlay(gates, { isPickable: true, cluster: null })],
    [gates, shown],
  );
  return (
    <div className={styles.map}>
      <GroundMap
        label={t('plantAdmin:districts.mapLabel')}
        overlays={overlays}
        images={GATE_IMAGES}
        onReady={onMap}
        onFit={fit}
        onPick={(pick) => {
          const one = pick?.overlay === 'gates' ? gates.find((gate) => keyOfGate(gate) === pick.key) : undefined;
          if (one !== undefined) onPick(one.gate.id);
        }}
      />
    </div>
  );
}

function fitGates(map: MapHandle | null, gates: readonly PlantGate[]): void {
  const bounds = boundsOf(places(gates));
  if (bounds !== null) map?.fit(bounds);
}

const places = (gates: readonly PlantGate[]) =>
  gates.flatMap(({ gate }) => {
    const at = positionOf(gate);
    return at === null ? [] : [at];
  });

function useFirstFit(map: MapHandle | null, isReady: boolean, fit: () => void): void {
  const show = useEffectEvent(fit);
  useEffect(() => {
    if (map !== null && isReady) show();
  }, [map, isReady]);
}

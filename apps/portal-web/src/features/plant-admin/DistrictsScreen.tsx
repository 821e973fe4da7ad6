import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { District } from '@varco/contract/plant/districts.ts';
import { canManageDistricts } from '@varco/domain/policy/plant-permissions.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildGateOverlay, buildFeatureId, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { buildGateStatesKey, useGateStates } from '../../widgets/map/gate-states.api.ts';
import { fitPositions, listGatePositions, useFitOnChange } from '../../widgets/map/fit-map.ts';
import { MapSplit } from '../../widgets/map/MapSplit.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { ConfirmRemovalDialog } from './FormDialog.tsx';
import { type DistrictDraft, createDistrictDraft, toggleId } from './district-draft.ts';
import { buildHighlightOverlay } from './district-overlay.ts';
import { DistrictForm } from './DistrictForm.tsx';
import { DistrictList } from './DistrictList.tsx';
import { districtsQuery, removeDistrict } from './plant-admin.api.ts';
import { type AdminPlant, PlantAdminLayout } from './PlantAdminLayout.tsx';

/** /peer/districts (DST-01, GEN-11): named parts of a plant: gates, and the people who see only these gates. */
export function DistrictsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canManageDistricts} noPlantText={t('plantAdmin:districts.noPlantText')}>
      {(plant, choice) => <DistrictManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

const NO_GATES: readonly number[] = [];

function DistrictManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
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
  useShortcuts({ n: () => setDraft(createDistrictDraft(null)) }, draft === null);
  const look = ({ id, gates: ids }: District): void => {
    setLooked(id);
    fitPositions(map, listGatePositions(gates.filter(({ gate }) => ids.includes(gate.id))));
  };
  const saved = async ({ id }: District): Promise<void> => {
    setLooked(id);
    await refresh();
    // The user's own visible gates may have changed.
    await client.invalidateQueries({ queryKey: buildGateStatesKey(plant.peerId) });
    setDraft(null);
  };
  const pick = (gate: number): void => {
    if (draft !== null) setDraft({ ...draft, gates: toggleId(draft.gates, gate) });
  };
  return (
    <ScreenFrame label={t('plantAdmin:districts.title')} intro={t('plantAdmin:districts.intro')} body="fill">
      <MapSplit map={<DistrictMap gates={gates} shown={shown} map={map} onMap={setMap} onPick={pick} />}>
        {draft === null ? (
          <DistrictList
            {...{ plant, plantSelector: choice, found, highlighted: looked }}
            onHighlight={look}
            onEdit={(district) => setDraft(createDistrictDraft(district))}
            onRemove={setLeaving}
          />
        ) : (
          <DistrictForm
            {...{ plant, draft, gates }}
            onDraft={setDraft}
            onClose={() => setDraft(null)}
            onSaved={saved}
          />
        )}
      </MapSplit>
      {leaving !== null && (
        <ConfirmRemovalDialog
          title={t('plantAdmin:remove.title', { name: leaving.name })}
          text={t('plantAdmin:remove.district', { plant: plant.label })}
          onClose={() => setLeaving(null)}
          onRemove={async () => {
            await removeDistrict(plant.peerId, leaving.id);
            await refresh();
          }}
        />
      )}
    </ScreenFrame>
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
  const fit = (): void => fitPositions(map, listGatePositions(gates));
  useFitOnChange(map, gates.length === 0 ? null : 'gates', fit);
  useShortcuts({ f: fit });
  const overlays = useMemo(
    () => [buildHighlightOverlay(gates, shown), buildGateOverlay(gates, { isPickable: true, cluster: null })],
    [gates, shown],
  );
  return (
    <BaseMapCanvas
      label={t('plantAdmin:districts.mapLabel')}
      overlays={overlays}
      images={GATE_IMAGES}
      onReady={onMap}
      onFit={fit}
      onPick={(pick) => {
        const one = pick?.overlay === 'gates' ? gates.find((gate) => buildFeatureId(gate) === pick.key) : undefined;
        if (one !== undefined) onPick(one.gate.id);
      }}
    />
  );
}

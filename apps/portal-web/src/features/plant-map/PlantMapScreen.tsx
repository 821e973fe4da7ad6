import { toPosition, type Position } from '@varco/domain/maps/geo.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { buildGateOverlay, buildFeatureId, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { countStates, GateLegend } from '../../widgets/map/GateLegend.tsx';
import { fitPositions, listGatePositions, useFitOnChange } from '../../widgets/map/fit-map.ts';
import { MapSplit } from '../../widgets/map/MapSplit.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { EVERY_GATE, filterGates, type GateFilter } from './gate-filter.ts';
import { parsePosition } from '../../widgets/gate-form/gate-form.ts';
import { GateCard } from './GateCard.tsx';
import { GateFilters } from './GateFilters.tsx';
import { GateForm } from './GateForm.tsx';
import { GateList } from './GateList.tsx';
import styles from './PlantMap.module.css';
import { type GateEditor, useGateEditor } from './use-gate-editor.ts';

/** /map (T 2.1): all gates of all plants with their state, on a map and in a list; administrators can edit them. */
export function PlantMapScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(({ state, login }) => state === 'ok' && login !== null);
  const { gates, failed, isLoading } = useGateStates(plants.map(({ peerId }) => peerId));
  const [filter, setFilter] = useState<GateFilter>(EVERY_GATE);
  const [chosenKey, setChosen] = useState<string | null>(null);
  const [map, setMap] = useState<MapHandle | null>(null);
  const editor = useGateEditor();
  const shown = useMemo(() => filterGates(gates, filter), [gates, filter]);
  const chosen = gates.find((one) => buildFeatureId(one) === chosenKey) ?? null;
  const overlays = useGateOverlays(shown, editor);
  const fit = (): void => fitPositions(map, listGatePositions(shown));
  useShortcuts({ f: fit });
  useFitOnChange(map, isLoading ? null : 'gates', fit);
  const choose = (one: PlantGate): void => {
    setChosen(buildFeatureId(one));
    const place = toPosition(one.gate);
    if (place !== null) map?.centreOn(place, 14);
  };
  return (
    <ScreenFrame
      label={t('pages:title.map')}
      toolbar={<GateFilters filter={filter} onFilter={setFilter} plants={plants} count={shown.length} />}
      body="fill"
    >
      <MapSplit
        map={
          <BaseMapCanvas
            label={t('maps:plants.mapLabel')}
            overlays={overlays}
            images={GATE_IMAGES}
            onReady={setMap}
            onFit={fit}
            onPick={(pick) => setChosen(pick?.overlay === 'gates' ? pick.key : null)}
            onDrag={(pick, at) => moveEditedGate(editor, pick.key, at)}
            card={buildGateCard(editor.editing === null ? chosen : null)}
          >
            <div className={styles.legend}>
              <GateLegend counts={countStates(shown.map(({ gate }) => gate.stato))} />
            </div>
          </BaseMapCanvas>
        }
      >
        <SidePanel
          editor={editor}
          gates={shown}
          chosen={chosen}
          failed={failed}
          isLoading={isLoading}
          plants={plants}
          onChoose={choose}
        />
      </MapSplit>
    </ScreenFrame>
  );
}

/** The gates; one that is edited stands where its form says, and can be dragged. */
function useGateOverlays(gates: readonly PlantGate[], { editing, texts }: GateEditor) {
  return useMemo(() => {
    const drawn = applyDraftPosition(gates, editing, texts);
    return [buildGateOverlay(drawn, { isDraggable: editing !== null })];
  }, [gates, editing, texts]);
}

/** T 6: only administrators of the plant may edit its gates; the plant enforces this too. */
const canEditGates = (level: number | undefined): boolean => (level ?? 0) >= PLANT_ADMIN_LEVEL;

/** Moves the gate being edited to the typed or dragged position. */
function applyDraftPosition(
  gates: readonly PlantGate[],
  editing: PlantGate | null,
  texts: { readonly lat: string; readonly lon: string } | null,
): readonly PlantGate[] {
  const at = texts === null ? 'none' : parsePosition(texts);
  if (editing === null || typeof at === 'string') return gates;
  const key = buildFeatureId(editing);
  const stato = editing.gate.stato === 'nogps' ? 'online' : editing.gate.stato;
  const moved = { ...editing, gate: { ...editing.gate, stato, gps_lat: at.lat, gps_lon: at.lon } };
  return [...gates.filter((one) => buildFeatureId(one) !== key), moved];
}

function SidePanel(props: {
  editor: GateEditor;
  gates: readonly PlantGate[];
  chosen: PlantGate | null;
  failed: readonly number[];
  isLoading: boolean;
  plants: readonly PlantSession[];
  onChoose: (gate: PlantGate) => void;
}): ReactElement {
  const t = useT();
  const { editor, plants } = props;
  const labelOf = (peerId: number): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? '' : getPlantLabel(plant);
  };
  return (
    <>
      {props.failed.map((peerId) => (
        <Notice key={peerId} tone="al">
          {t('maps:plants.failed', { plant: labelOf(peerId) })}
        </Notice>
      ))}
      {editor.undoable !== null && (
        <Notice
          tone="ok"
          actions={
            <Button size="compact-xs" variant="default" onClick={editor.undo}>
              {t('maps:plants.undo')}
            </Button>
          }
        >
          {t('maps:plants.saved', { gate: editor.undoable })}
        </Notice>
      )}
      {editor.editing === null ? (
        <GateList
          gates={props.gates}
          chosen={props.chosen}
          getPlantName={labelOf}
          isLoading={props.isLoading}
          canEdit={(peerId) => canEditGates(plants.find((one) => one.peerId === peerId)?.login?.user.level)}
          onChoose={props.onChoose}
          onEdit={editor.startEditing}
        />
      ) : (
        <GateForm editor={editor} plant={labelOf(editor.editing.peerId)} />
      )}
    </>
  );
}

/** Card of the selected gate at its position. */
function buildGateCard(chosen: PlantGate | null): { at: Position; content: ReactElement } | null {
  const at = chosen === null ? null : toPosition(chosen.gate);
  return chosen === null || at === null ? null : { at, content: <GateCard key={buildFeatureId(chosen)} of={chosen} /> };
}

/** Applies a drag on the map; only the gate being edited can be moved. */
function moveEditedGate({ editing, change }: GateEditor, key: string, [lon, lat]: Position): void {
  if (editing !== null && key === buildFeatureId(editing)) change({ lat: lat.toFixed(6), lon: lon.toFixed(6) });
}

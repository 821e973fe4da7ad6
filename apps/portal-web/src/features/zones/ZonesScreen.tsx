import { useNavigate } from '@tanstack/react-router';
import type { Position } from '@varco/domain/maps/geo.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { buildGateOverlay, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { fitPositions, listGatePositions, useFitOnChange } from '../../widgets/map/fit-map.ts';
import { MapSplit } from '../../widgets/map/MapSplit.tsx';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { type PlantZone, useZones } from '../../widgets/map/zones.api.ts';
import { useZoneEditor, type ZoneEditor } from './use-zone-editor.ts';
import { toZoneDraft, moveCorner, createZoneDraft, addCorner, type ZoneDraft } from './zone-draft.ts';
import { zoneKey, listZonePositions, buildZoneOverlays } from './zone-overlays.ts';
import { ZoneForm } from './ZoneForm.tsx';
import { ZoneList } from './ZoneList.tsx';
import { useZoneStatus } from './zones.api.ts';

/** /map-zones (decisions): areas that group the gates of a plant, drawn on the map or defined by selecting gates. */
export function ZonesScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(({ state, login }) => state === 'ok' && login !== null);
  const peerIds = plants.map(({ peerId }) => peerId);
  const { gates, isLoading } = useGateStates(peerIds);
  const { zones, failed } = useZones(peerIds);
  const status = useZoneStatus(peerIds);
  const editor = useZoneEditor();
  const [chosenKey, setChosen] = useState<string | null>(null);
  const [map, setMap] = useState<MapHandle | null>(null);
  const { draft } = editor;
  const overlays = useOverlays(gates, zones, chosenKey, draft);
  const fit = (): void =>
    fitPositions(map, [...zones.flatMap((one) => listZonePositions(one, [])), ...listGatePositions(gates)]);
  useShortcuts({ f: fit });
  const search = useZoneSearch();
  useFitOnChange(map, isLoading ? null : 'zones', fit);
  const labelOf = createPlantNameLookup(plants);
  return (
    <ScreenFrame label={t('maps:zones.title')} body="fill">
      <MapSplit
        map={
          <BaseMapCanvas
            label={t('maps:zones.mapLabel')}
            overlays={overlays}
            images={GATE_IMAGES}
            onReady={setMap}
            onFit={fit}
            {...createPointerHandlers(editor, setChosen)}
          />
        }
      >
        {draft === null ? (
          <ZoneList
            zones={zones}
            status={status}
            selectedKey={chosenKey}
            failed={failed.map(labelOf)}
            getPlantName={labelOf}
            editable={plants.filter(({ login }) => (login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL)}
            onChoose={(one) => {
              setChosen(zoneKey(one));
              fitPositions(map, listZonePositions(one, gates));
            }}
            onNew={(peerId) => {
              editor.setDraft(createZoneDraft(peerId));
              fitPositions(map, listGatePositions(gates.filter((one) => one.peerId === peerId)));
            }}
            onEdit={({ peerId, zone }) => editor.setDraft(toZoneDraft(peerId, zone))}
            onSearch={search}
          />
        ) : (
          <ZoneForm editor={editor} draft={draft} gates={gates} plant={labelOf(draft.peerId)} />
        )}
      </MapSplit>
    </ScreenFrame>
  );
}

/** Zones and gates on the map. While a zone is drawn, only the gates of its plant are shown. */
function useOverlays(
  gates: readonly PlantGate[],
  zones: readonly PlantZone[],
  chosenKey: string | null,
  draft: ZoneDraft | null,
) {
  return useMemo(() => {
    const shown = draft === null ? gates : gates.filter(({ peerId }) => peerId === draft.peerId);
    return [
      ...buildZoneOverlays(zones, chosenKey, draft),
      buildGateOverlay(shown, { isPickable: false, cluster: null }),
    ];
  }, [gates, zones, chosenKey, draft]);
}

const createPlantNameLookup =
  (plants: readonly PlantSession[]) =>
  (peerId: number): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? '' : getPlantLabel(plant);
  };

/**
 * Pointer handlers of the map. While drawing, a click adds a corner and a drag moves one; otherwise a click selects a
 * zone.
 */
function createPointerHandlers({ draft, setDraft }: ZoneEditor, choose: (key: string | null) => void) {
  return {
    onPick: (pick: { overlay: string; key: string } | null, at: Position): void => {
      if (draft === null) choose(pick?.overlay === 'zones' ? pick.key : null);
      else if (pick === null) setDraft(addCorner(draft, at));
    },
    onDrag: (pick: { overlay: string; key: string }, at: Position): void => {
      if (draft !== null && pick.overlay === 'corners') setDraft(moveCorner(draft, Number(pick.key) - 1, at));
    },
  };
}

/** Opens a new transit list that searches the gates of a zone at once. */
function useZoneSearch(): (zone: PlantZone) => void {
  const navigate = useNavigate();
  return ({ peerId, zone }) => {
    const gates = zone.varchi.map((gateId) => ({ peerId, gateId }));
    openWorkspaceTab({ kind: 'transit-list', filter: { gates }, runs: true });
    void navigate({ to: '/lpr' });
  };
}

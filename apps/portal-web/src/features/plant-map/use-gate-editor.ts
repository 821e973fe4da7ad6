import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { GateChangeBody } from '@varco/contract/plant/gate-update.ts';
import type { Gate, listGates } from '@varco/contract/plant/gates.ts';
import { GATE_DEBOUNCE_MS } from '@varco/domain/maps/map-constants.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { debounce } from '../../lib/debounce.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { buildGateStatesKey } from '../../widgets/map/gate-states.api.ts';
import {
  buildGateChange,
  validateGateTexts,
  type GateFault,
  type GateTexts,
  toGateTexts,
} from '../../widgets/gate-form/gate-form.ts';
import { saveGate } from './plant-map.api.ts';

/** A save that can be undone. */
interface Undo {
  readonly peerId: number;
  readonly gate: Gate;
  readonly before: GateChangeBody;
}

export interface GateEditor {
  /** The gate being edited; null: none. */
  readonly editing: PlantGate | null;
  readonly texts: GateTexts | null;
  readonly faults: readonly GateFault[];
  readonly isSaving: boolean;
  readonly error: Error | null;
  /** Name of the gate whose save can be undone. */
  readonly undoable: string | null;
  readonly startEditing: (gate: PlantGate) => void;
  readonly change: (part: Partial<GateTexts>) => void;
  readonly save: () => void;
  readonly cancel: () => void;
  readonly undo: () => void;
}

interface Draft {
  readonly of: PlantGate;
  readonly texts: GateTexts;
}

/** Change that restores the previous values of the changed fields. */
function invertChange(gate: Gate, change: GateChangeBody): GateChangeBody {
  const before: GateChangeBody = {};
  if (change.fullname !== undefined) before.fullname = gate.fullname;
  if (change.desc !== undefined) before.desc = gate.desc;
  if (change.ordine !== undefined) before.ordine = gate.ordine;
  if (change.lane2 !== undefined) before.lane2 = gate.lane2;
  if (change.direction !== undefined) before.direction = gate.direction;
  if (change.modello_cam !== undefined) before.modello_cam = gate.modello_cam;
  if (change.url_video !== undefined) before.url_video = gate.url_video;
  if (change.note !== undefined) before.note = gate.note;
  if (change.enabled !== undefined) before.enabled = gate.stato !== 'disabled';
  if (change.gps_lat !== undefined) Object.assign(before, { gps_lat: gate.gps_lat, gps_lon: gate.gps_lon });
  return before;
}

/** Saves a gate, shows the result at once, and reloads the states of all gates of the plant. */
function useSaveGate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ peerId, id, change }: { peerId: number; id: number; change: GateChangeBody }) =>
      saveGate(peerId, id, change),
    onSuccess: (saved, { peerId }) =>
      client.setQueryData<CallOutput<typeof listGates>>(buildGateStatesKey(peerId), (known) =>
        known === undefined
          ? undefined
          : { ...known, objects: known.objects.map((gate) => (gate.id === saved.id ? saved : gate)) },
      ),
    onSettled: (_gate, _error, { peerId }) => client.invalidateQueries({ queryKey: buildGateStatesKey(peerId) }),
  });
}

/**
 * Edits one gate at a time, by typing or dragging. Saves 500 ms after the last click on the button; the last save can
 * be undone.
 */
export function useGateEditor(): GateEditor {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [undo, setUndo] = useState<Undo | null>(null);
  const put = useSaveGate();
  const send = useEffectEvent(() => {
    if (draft === null) return;
    const { peerId, gate } = draft.of;
    const change = buildGateChange(gate, draft.texts);
    put.mutate(
      { peerId, id: gate.id, change },
      {
        onSuccess: (saved) => {
          setUndo({ peerId, gate: saved, before: invertChange(gate, change) });
          setDraft(null);
        },
      },
    );
  });
  // Further clicks before it is sent cause no second call (T 7.2).
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses === 0) return undefined;
    const late = debounce(() => send(), GATE_DEBOUNCE_MS);
    late.ask();
    return late.cancel;
  }, [presses]);
  const faults = draft === null ? [] : validateGateTexts(draft.texts);
  return {
    editing: draft?.of ?? null,
    texts: draft?.texts ?? null,
    faults,
    isSaving: put.isPending,
    error: put.error,
    undoable: undo?.gate.fullname ?? null,
    startEditing: (of) => {
      put.reset();
      setDraft({ of, texts: toGateTexts(of.gate) });
    },
    change: (part) => setDraft((now) => (now === null ? null : { ...now, texts: { ...now.texts, ...part } })),
    save: () => {
      if (faults.length === 0) setPresses((count) => count + 1);
    },
    cancel: () => {
      setPresses(0);
      setDraft(null);
    },
    undo: () => {
      if (undo === null) return;
      const { peerId, gate, before } = undo;
      setUndo(null);
      put.mutate({ peerId, id: gate.id, change: { ...before, updated: gate.updated } });
    },
  };
}

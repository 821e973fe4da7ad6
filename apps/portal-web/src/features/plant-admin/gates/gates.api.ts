import type { QueryClient } from '@tanstack/react-query';
import { createGate, updateGate } from '@varco/contract/plant/gate-update.ts';
import type { Gate } from '@varco/contract/plant/gates.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import { buildGateChange, buildNewGate, type GateTexts } from '../../../widgets/gate-form/gate-form.ts';

/** Saves a gate; `before` null: a new one. */
export const saveGate = (peerId: number, before: Gate | null, texts: GateTexts): Promise<Gate> =>
  before === null
    ? callPeer(peerId, createGate, { body: buildNewGate(texts) })
    : callPeer(peerId, updateGate, { params: { id: before.id }, body: buildGateChange(before, texts) });

/** Retires a gate, or puts it into use again. */
export const setGateInUse = (peerId: number, { id, updated }: Gate, enabled: boolean): Promise<Gate> =>
  callPeer(peerId, updateGate, { params: { id }, body: { enabled, updated } });

/** First parts of the query keys that hold gates of a plant; the second part is the plant. */
const GATE_KEYS: ReadonlySet<unknown> = new Set(['gate-states', 'camera-gates', 'gates']);

/** Every list of gates of the plant that is shown or cached is read again. */
export const refreshGates = (client: QueryClient, peerId: number): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [name, plant] }) => GATE_KEYS.has(name) && plant === peerId });

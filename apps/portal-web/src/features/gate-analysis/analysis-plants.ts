import { type Position, toPosition, toReadPosition } from '@varco/domain/maps/geo.ts';
import { canReadTransits } from '@varco/domain/policy/permissions.ts';
import { getChartRights } from '@varco/domain/plants/advanced-charts.ts';
import type { Limitation } from '@varco/contract/plant/transits.ts';
import { z } from 'zod';
import { now } from '../../lib/clock.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { buildFeatureId, type PlantGate } from '../../widgets/map/gate-overlay.ts';

/** Identifies a gate by plant and gate id; forms store it in this shape. */
export const GateRef = z.object({ peerId: z.int(), gateId: z.int() }).readonly();
export type GateRef = z.infer<typeof GateRef>;

export const gateRefKey = ({ peerId, gateId }: GateRef): string => `${peerId}:${gateId}`;
export const toGateRef = ({ peerId, gate }: PlantGate): GateRef => ({ peerId, gateId: gate.id });
export function parseGateRefKey(key: string): GateRef {
  const [peerId, gateId] = key.split(':').map(Number);
  return { peerId: peerId ?? 0, gateId: gateId ?? 0 };
}

/** Whether the user may read transits of the plant, which analyses require. */
export const canAnalysePlant = ({ credential, state, login }: PlantSession): boolean =>
  credential.enabled && state === 'ok' && login !== null && canReadTransits(login.user) === null;

/** LIC-07: whether the plant's licence includes gate-to-gate. */
export const hasGateToGate = (plant: PlantSession): boolean =>
  canAnalysePlant(plant) &&
  plant.login !== null &&
  getChartRights({ license_options: plant.login.license_info.license_options }, now()).g2g;

/** Gates indexed by key. */
export const indexGates = (gates: readonly PlantGate[]): ReadonlyMap<string, PlantGate> =>
  new Map(gates.map((gate) => [buildFeatureId(gate), gate]));

export const getGatePosition = (gate: PlantGate | undefined) => (gate === undefined ? null : toPosition(gate.gate));

/** Positions of gates by key, on the whole globe; gates without a position are skipped. */
export const indexGatePositions = (gates: readonly PlantGate[]): ReadonlyMap<string, Position> =>
  new Map(
    gates.flatMap((gate): [string, Position][] => {
      const at = toReadPosition(gate.gate.gps_lat, gate.gate.gps_lon);
      return at === null ? [] : [[buildFeatureId(gate), at]];
    }),
  );

/** Status of one plant in an analysis, apart from its result. */
export interface PlantReport {
  readonly peerId: number;
  /** Null: it answered. */
  readonly failure: 'timeout' | 'no_perms' | 'reason_required' | 'other' | null;
  readonly limitations: readonly Limitation[];
  /** Data from this instant on is complete; null: nothing was cut off. */
  readonly completeFrom: string | null;
}

export interface PlantResponses<Answer> {
  readonly reports: readonly PlantReport[];
  readonly responses: readonly { readonly peerId: number; readonly answer: Answer }[];
}

/**
 * Calls several plants in parallel; failures are reported and the other responses count. Throws when all failed, or
 * when aborted.
 * @param about extracts limitations and cut-off from a response
 */
export async function callPlants<Answer>(
  peerIds: readonly number[],
  ask: (peerId: number) => Promise<Answer>,
  about: (answer: Answer) => Omit<PlantReport, 'peerId' | 'failure'>,
  signal: AbortSignal,
): Promise<PlantResponses<Answer>> {
  const done = await Promise.allSettled(peerIds.map(ask));
  signal.throwIfAborted();
  const answers = done.flatMap((one, at) =>
    one.status === 'fulfilled' ? [{ peerId: peerIds[at] ?? 0, answer: one.value }] : [],
  );
  const [refused] = done.filter((one) => one.status === 'rejected');
  if (answers.length === 0 && refused !== undefined) throw refused.reason;
  return {
    responses: answers,
    reports: done.map((one, at) => ({
      peerId: peerIds[at] ?? 0,
      ...(one.status === 'fulfilled'
        ? { failure: null, ...about(one.value) }
        : { failure: toPlantFailure(one.reason), limitations: [], completeFrom: null }),
    })),
  };
}

function toPlantFailure(error: unknown): NonNullable<PlantReport['failure']> {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (subCode === 'timeout' || subCode === 'statement_timeout') return 'timeout';
  if (code === 'reason_required') return 'reason_required';
  return status === 403 ? 'no_perms' : 'other';
}

/** 128 random bits in hexadecimal: the salt of one analysis. */
export const createSalt = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

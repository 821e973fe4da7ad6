import type { Zone, ZoneBody } from '@varco/contract/plant/zones.ts';
import { toPosition, type Position } from '@varco/domain/maps/geo.ts';
import { isInsidePolygon, POLYGON_CORNERS, findPolygonFault } from '@varco/domain/maps/polygon.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';

/** A zone while it is drawn or edited. */
export interface ZoneDraft {
  readonly peerId: number;
  /** Null: a new one. */
  readonly before: Zone | null;
  readonly name: string;
  readonly colour: number;
  readonly corners: readonly Position[];
  /** Gates selected by hand. */
  readonly selectedGates: readonly number[];
}

export const createZoneDraft = (peerId: number): ZoneDraft => ({
  peerId,
  before: null,
  name: '',
  colour: 1,
  corners: [],
  selectedGates: [],
});

export const toZoneDraft = (peerId: number, zone: Zone): ZoneDraft => ({
  peerId,
  before: zone,
  name: zone.nome,
  colour: zone.colore,
  corners: zone.vertici.map(([lon, lat]) => [lon, lat]),
  selectedGates: zone.varchi_scelti,
});

export const buildZoneBody = ({ name, colour, corners, selectedGates: picked }: ZoneDraft): ZoneBody => ({
  nome: name,
  colore: colour,
  vertici: corners.map(([lon, lat]) => [lon, lat]),
  varchi_scelti: [...picked],
});

export type DraftFault = 'name' | 'empty' | 'too_few' | 'too_many' | 'crossed';

/** Why a draft cannot be saved; null: valid. */
export function findDraftFault({ name, corners, selectedGates: picked }: ZoneDraft): DraftFault | null {
  if (name.trim() === '') return 'name';
  if (corners.length === 0) return picked.length === 0 ? 'empty' : null;
  return findPolygonFault(corners);
}

/** Adds a corner at the end, up to the maximum. */
export const addCorner = (draft: ZoneDraft, at: Position): ZoneDraft =>
  draft.corners.length >= POLYGON_CORNERS.max ? draft : { ...draft, corners: [...draft.corners, roundPosition(at)] };

export const moveCorner = (draft: ZoneDraft, index: number, at: Position): ZoneDraft => ({
  ...draft,
  corners: draft.corners.map((corner, one) => (one === index ? roundPosition(at) : corner)),
});

export const removeCorner = (draft: ZoneDraft, index: number): ZoneDraft => ({
  ...draft,
  corners: draft.corners.filter((_, one) => one !== index),
});

/** Rounds to six decimals, about ten centimetres. */
const roundPosition = ([lon, lat]: Position): Position => [Number(lon.toFixed(6)), Number(lat.toFixed(6))];

/** Gates of a draft: inside its corners, or selected by hand. */
export const listDraftGates = (draft: ZoneDraft, gates: readonly PlantGate[]): readonly PlantGate[] =>
  gates.filter(({ peerId, gate }) => {
    if (peerId !== draft.peerId) return false;
    const at = toPosition(gate);
    return (
      draft.selectedGates.includes(gate.id) ||
      (at !== null && draft.corners.length > 2 && isInsidePolygon(at, draft.corners))
    );
  });

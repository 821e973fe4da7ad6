import { toPosition, type Position } from '@varco/domain/maps/geo.ts';
import type { MapColours } from '@varco/ui/map/map-colours.ts';
import { createLine, toMapData, type MapFeature, type MapOverlay, createPoint } from '@varco/ui/map/overlay.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { MergedCandidate } from './merged-candidates.ts';

/** Positions of the target on one trip, and of the partner where it was with the target. */
export interface JointTrack {
  readonly target: readonly Position[];
  readonly partner: readonly Position[];
}

/** Tracks of the trips made together; gates without a position are skipped. */
export function buildJointTracks({ parts }: MergedCandidate, gates: readonly PlantGate[]): readonly JointTrack[] {
  return parts.flatMap(({ peerId, candidate, answer }) => {
    const at = new Map(
      gates.filter((one) => one.peerId === peerId).map(({ gate }) => [gate.id, toPosition(gate)] as const),
    );
    const findPositions = (ids: readonly number[]): readonly Position[] =>
      ids.flatMap((id) => {
        const position = at.get(id);
        return position === undefined || position === null ? [] : [position];
      });
    const met = new Set(candidate.transits.map(({ id_base: id }) => id));
    return candidate.viaggi.map(({ sessione }) => {
      const passages = answer.passaggi.filter((passage) => passage.sessione === sessione);
      return {
        target: findPositions(passages.map(({ gate_id: gate }) => gate)),
        partner: findPositions(passages.filter(({ id }) => met.has(id)).map(({ gate_id: gate }) => gate)),
      };
    });
  });
}

function buildTrackFeatures(tracks: readonly JointTrack[]): MapFeature[] {
  return tracks.flatMap(({ target, partner }) => [
    ...(target.length > 1 ? [createLine(target, { who: 'target' })] : []),
    ...(partner.length > 1 ? [createLine(partner, { who: 'partner' })] : []),
    ...partner.map((at) => createPoint(at, { who: 'meeting' })),
  ]);
}

/** Map overlay of both tracks: target as a solid line, partner dashed above it, meetings as points. */
export const buildJointOverlay = (tracks: readonly JointTrack[]): MapOverlay => ({
  id: 'joint',
  data: toMapData(buildTrackFeatures(tracks)),
  layers: (colours: MapColours) => [
    {
      id: 'joint-target',
      type: 'line',
      filter: ['==', ['get', 'who'], 'target'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.route1, 'line-width': 6 },
    },
    {
      id: 'joint-partner',
      type: 'line',
      filter: ['==', ['get', 'who'], 'partner'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.alarm, 'line-width': 2.5, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'joint-meeting',
      type: 'circle',
      filter: ['==', ['get', 'who'], 'meeting'],
      paint: {
        'circle-radius': 5,
        'circle-color': colours.alarm,
        'circle-stroke-color': colours.land,
        'circle-stroke-width': 2,
      },
    },
  ],
});

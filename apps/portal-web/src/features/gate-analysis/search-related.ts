import type { CallInput } from '@varco/contract/endpoint.ts';
import { relatedEvents, type RelatedEventsResponse } from '@varco/contract/plant/related-events.ts';
import { computeLocalMinimum, mergeRelated, type RelatedPlate } from '@varco/domain/analysis/related-events.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { callPlants, type GateRef, type PlantReport } from './analysis-plants.ts';
import type { Window } from './plant-tracks.ts';

/** A place and a time: gates of any plants, or a zone of one. */
export interface EventQuery extends Window {
  readonly gates: readonly GateRef[];
  readonly zone: { readonly peerId: number; readonly zoneId: number } | null;
}

export interface RelatedQuery {
  readonly events: readonly EventQuery[];
  readonly minEvents: number;
}

export interface RelatedPassage {
  readonly peerId: number;
  readonly event: number;
  readonly gateId: number;
  readonly gate: string;
  readonly at: string;
}

export interface RelatedResult {
  readonly query: RelatedQuery;
  readonly reports: readonly PlantReport[];
  readonly plates: readonly RelatedPlate<RelatedPassage>[];
  /** Number of plates compared; an upper limit, since a plate may be known to several plants. */
  readonly comparedPlates: number;
  /** A plant found more plates than it returns, so some may be missing. */
  readonly isTruncated: boolean;
}

const listPlantIds = ({ gates, zone }: EventQuery): readonly number[] =>
  zone === null ? gates.map(({ peerId }) => peerId) : [zone.peerId];

interface PlantEvent {
  readonly eventIndex: number;
  readonly event: CallInput<typeof relatedEvents>['body']['eventi'][number];
}

/** Events with gates of one plant, with their index in the query. */
function selectPlantEvents(peerId: number, events: readonly EventQuery[]): readonly PlantEvent[] {
  return events.flatMap(({ gates, zone, start, end }, place): PlantEvent[] => {
    const window = { dal: start, al: end };
    if (zone !== null)
      return zone.peerId === peerId ? [{ eventIndex: place, event: { ...window, zona: zone.zoneId } }] : [];
    const varchi = gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
    return varchi.length === 0 ? [] : [{ eventIndex: place, event: { ...window, varchi } }];
  });
}

/** Queries each plant for its own events and merges rows of the same plate; rarities are added. */
export async function searchRelatedPlates(question: RelatedQuery, signal: AbortSignal): Promise<RelatedResult> {
  const { events, minEvents: atLeast } = question;
  const peerIds = [...new Set(events.flatMap(listPlantIds))];
  const { reports: parts, responses: answers } = await callPlants(
    peerIds,
    (peerId) => {
      const own = selectPlantEvents(peerId, events);
      const onlyOwn = own.filter(({ eventIndex: place }) =>
        listPlantIds(events[place] ?? EMPTY_EVENT).every((id) => id === peerId),
      );
      // An event at several plants may have been seen at the other plant.
      const almeno = computeLocalMinimum(atLeast, events.length, onlyOwn.length);
      const body = { eventi: own.map(({ event }) => event), almeno: Math.min(almeno, own.length) };
      return callPeer(peerId, relatedEvents, { body }, { signal });
    },
    ({ limitazioni, eventi }) => ({
      limitations: limitazioni,
      completeFrom: eventi.find(({ troncato }) => troncato)?.dal ?? null,
    }),
    signal,
  );
  return {
    query: question,
    reports: parts,
    plates: mergeRelated(
      answers.map(({ peerId, answer }) => toPlantRows(peerId, answer, selectPlantEvents(peerId, events))),
      atLeast,
    ),
    comparedPlates: answers.reduce((sum, { answer }) => sum + answer.targhe, 0),
    isTruncated: answers.some(({ answer }) => answer.troncato),
  };
}

const EMPTY_EVENT: EventQuery = { gates: [], zone: null, start: '', end: '' };

function toPlantRows(peerId: number, answer: RelatedEventsResponse, own: readonly PlantEvent[]) {
  const placeOf = (at: number): number => own[at]?.eventIndex ?? 0;
  return answer.objects.map((row) => ({
    plate: row.targa,
    events: row.eventi.map(({ evento, rarita, abitudine }) => ({
      event: placeOf(evento),
      rarity: rarita,
      reads: answer.eventi[evento]?.letti ?? 0,
      allReads: answer.letti_totale,
      plateReads: row.letture,
      matched: row.eventi.length,
      habit:
        abitudine === null
          ? null
          : {
              comparedDays: abitudine.altri_giorni,
              days: abitudine.giorni,
              reads: abitudine.letture,
              gateShare: abitudine.quota_varchi,
              length: abitudine.durata_giorni,
            },
    })),
    plateReads: row.letture,
    passages: row.passaggi.map(({ evento, varco_id, varco, data }) => ({
      peerId,
      event: placeOf(evento),
      gateId: varco_id,
      gate: varco,
      at: data,
    })),
  }));
}

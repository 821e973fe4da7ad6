import type { CallInput } from '@varco/contract/endpoint.ts';
import { relatedEvents, type RelatedEventsAnswer } from '@varco/contract/plant/related-events.ts';
import { localMinimum, mergeRelated, type RelatedPlate } from '@varco/domain/analysis/related-events.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { askPlants, type GateRef, type PlantPart } from './analysis-plants.ts';
import type { Window } from './tracks-of-plants.ts';

/** A place and a time: gates of any plants, or a zone of one. */
export interface EventQuestion extends Window {
  readonly gates: readonly GateRef[];
  readonly zone: { readonly peerId: number; readonly zoneId: number } | null;
}

export interface RelatedQuestion {
  readonly events: readonly EventQuestion[];
  readonly atLeast: number;
}

export interface RelatedPassage {
  readonly peerId: number;
  readonly event: number;
  readonly gateId: number;
  readonly gate: string;
  readonly at: string;
}

export interface RelatedAnswer {
  readonly query: RelatedQuestion;
  readonly parts: readonly PlantPart[];
  readonly plates: readonly RelatedPlate<RelatedPassage>[];
  /** Number of plates compared; an upper limit, since a plate may be known to several plants. */
  readonly compared: number;
  /** A plant found more plates than it returns, so some may be missing. */
  readonly isCut: boolean;
}

const peersOf = ({ gates, zone }: EventQuestion): readonly number[] =>
  zone === null ? gates.map(({ peerId }) => peerId) : [zone.peerId];

interface OwnEvent {
  readonly place: number;
  readonly event: CallInput<typeof relatedEvents>['body']['eventi'][number];
}

/** Events with gates of one plant, with their index in the query. */
function eventsFor(peerId: number, events: readonly EventQuestion[]): readonly OwnEvent[] {
  return events.flatMap(({ gates, zone, start, end }, place): OwnEvent[] => {
    const window = { dal: start, al: end };
    if (zone !== null) return zone.peerId === peerId ? [{ place, event: { ...window, zona: zone.zoneId } }] : [];
    const varchi = gates.filter((gate) => gate.peerId === peerId).map(({ gateId }) => gateId);
    return varchi.length === 0 ? [] : [{ place, event: { ...window, varchi } }];
  });
}

/** Queries each plant for its own events and merges rows of the same plate; rarities are added. */
export async function askRelated(question: RelatedQuestion, signal: AbortSignal): Promise<RelatedAnswer> {
  const { events, atLeast } = question;
  const peerIds = [...new Set(events.flatMap(peersOf))];
  const { parts, responses: answers } = await askPlants(
    peerIds,
    (peerId) => {
      const own = eventsFor(peerId, events);
      const onlyOwn = own.filter(({ place }) => peersOf(events[place] ?? noEvent).every((id) => id === peerId));
      // An event at several plants may have been seen at the other plant.
      const almeno = localMinimum(atLeast, events.length, onlyOwn.length);
      const body = { eventi: own.map(({ event }) => event), almeno: Math.min(almeno, own.length) };
      return callPeer(peerId, relatedEvents, { body }, { signal });
    },
    ({ limitazioni, eventi }) => ({
      limitations: limitazioni,
      cutAt: eventi.find(({ troncato }) => troncato)?.dal ?? null,
    }),
    signal,
  );
  return {
    query: question,
    parts,
    plates: mergeRelated(
      answers.map(({ peerId, answer }) => rowsOf(peerId, answer, eventsFor(peerId, events))),
      atLeast,
    ),
    compared: answers.reduce((sum, { answer }) => sum + answer.targhe, 0),
    isCut: answers.some(({ answer }) => answer.troncato),
  };
}

const noEvent: EventQuestion = { gates: [], zone: null, start: '', end: '' };

function rowsOf(peerId: number, answer: RelatedEventsAnswer, own: readonly OwnEvent[]) {
  const placeOf = (at: number): number => own[at]?.place ?? 0;
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
              of: abitudine.altri_giorni,
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

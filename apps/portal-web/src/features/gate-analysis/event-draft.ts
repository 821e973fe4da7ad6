import { MOST_EVENT_HOURS } from '@varco/contract/plant/related-events.ts';
import { FEWEST_EVENTS, MOST_EVENTS, overlapsOf } from '@varco/domain/analysis/related-events.ts';
import { instantMs } from '../../lib/clock.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import { type GateRef, keyOfRef } from './analysis-plants.ts';
import type { EventQuestion, RelatedQuestion } from './ask-related.ts';
import { isWindow } from './tracks-of-plants.ts';
import { lastHours } from './WindowFields.tsx';

/** An event while it is edited. */
export interface EventDraft extends EventQuestion {
  /** Stable while other events are added or removed. */
  readonly id: number;
}

export interface RelatedDraft {
  readonly events: readonly EventDraft[];
  readonly atLeast: number;
  /** The event to which the map adds gates. */
  readonly activeId: number;
}

const newEvent = (id: number): EventDraft => ({ id, gates: [], zone: null, ...lastHours(1) });

export const startDraft = (): RelatedDraft => ({ events: [newEvent(1), newEvent(2)], atLeast: 2, activeId: 1 });

export type DraftChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'change'; readonly id: number; readonly part: Partial<EventQuestion> }
  | { readonly kind: 'activate'; readonly id: number }
  | { readonly kind: 'atLeast'; readonly count: number };

export function changeDraft(draft: RelatedDraft, change: DraftChange): RelatedDraft {
  const { events, atLeast } = draft;
  switch (change.kind) {
    case 'add': {
      if (events.length >= MOST_EVENTS) return draft;
      const id = Math.max(...events.map((event) => event.id)) + 1;
      return { events: [...events, newEvent(id)], atLeast, activeId: id };
    }
    case 'remove': {
      if (events.length <= FEWEST_EVENTS) return draft;
      const left = events.filter(({ id }) => id !== change.id);
      const activeId = draft.activeId === change.id ? (left[0]?.id ?? 0) : draft.activeId;
      return { events: left, atLeast: Math.min(atLeast, left.length), activeId };
    }
    case 'change':
      return {
        ...draft,
        events: events.map((event) => (event.id === change.id ? { ...event, ...change.part } : event)),
      };
    case 'activate':
      return { ...draft, activeId: change.id };
    case 'atLeast':
      return { ...draft, atLeast: Math.min(Math.max(change.count, 1), events.length) };
  }
}

const isWhole = (event: EventQuestion): boolean =>
  (event.gates.length > 0 || event.zone !== null) &&
  isWindow(event) &&
  instantMs(event.end) - instantMs(event.start) <= MOST_EVENT_HOURS * 3_600_000;

/** The query; null while an event is incomplete. */
export const questionOf = ({ events, atLeast }: RelatedDraft): RelatedQuestion | null =>
  events.every(isWhole) ? { events, atLeast } : null;

const gatesOfEvent = ({ gates, zone }: EventQuestion, zones: readonly PlantZone[]): readonly GateRef[] => {
  if (zone === null) return gates;
  const found = zones.find(({ peerId, zone: { id } }) => peerId === zone.peerId && id === zone.zoneId);
  return found === undefined ? [] : found.zone.varchi.map((gateId) => ({ peerId: zone.peerId, gateId }));
};

/** Pairs of events that overlap in time at the same gate, by index. */
export const draftOverlaps = (events: readonly EventDraft[], zones: readonly PlantZone[]) =>
  overlapsOf(
    events.map((event) => ({
      gates: isWindow(event) ? gatesOfEvent(event, zones).map(keyOfRef) : [],
      fromMs: instantMs(event.start),
      toMs: instantMs(event.end),
    })),
  );

/** Gates of all events, each labelled with the number of its event. */
export const markedGates = (events: readonly EventDraft[], zones: readonly PlantZone[]) =>
  events.flatMap((event, at) => gatesOfEvent(event, zones).map((ref) => ({ gateRef: ref, label: String(at + 1) })));

import { z } from 'zod';
import { MAX_EVENT_HOURS } from '@varco/contract/plant/related-events.ts';
import { MIN_EVENTS, MAX_EVENTS, findOverlappingEvents } from '@varco/domain/analysis/related-events.ts';
import { toMilliseconds } from '../../lib/clock.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import { GateRef, gateRefKey } from './analysis-plants.ts';
import type { EventQuery, RelatedQuery } from './search-related.ts';
import { isValidWindow } from './plant-tracks.ts';
import { lastHoursWindow } from './WindowFields.tsx';

/** An event while it is edited; `id` is stable while other events are added or removed. */
const EventDraft = z
  .object({
    id: z.int(),
    gates: z.array(GateRef).max(2_000).readonly(),
    zone: z.object({ peerId: z.int(), zoneId: z.int() }).readonly().nullable(),
    start: z.string().max(40),
    end: z.string().max(40),
  })
  .readonly();
export type EventDraft = z.infer<typeof EventDraft>;

/** The form; the map adds gates to the event `activeId`. */
const RelatedDraft = z
  .object({
    events: z.array(EventDraft).min(MIN_EVENTS).max(MAX_EVENTS).readonly(),
    minEvents: z.int().min(1).max(MAX_EVENTS),
    activeId: z.int(),
  })
  .readonly();
export type RelatedDraft = z.infer<typeof RelatedDraft>;

export const storedRelatedDraft = createSealedValue('related-events', RelatedDraft);

const createEvent = (id: number): EventDraft => ({ id, gates: [], zone: null, ...lastHoursWindow(1) });

export const createRelatedDraft = (): RelatedDraft => ({
  events: [createEvent(1), createEvent(2)],
  minEvents: 2,
  activeId: 1,
});

export type DraftChange =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'change'; readonly id: number; readonly part: Partial<EventQuery> }
  | { readonly kind: 'activate'; readonly id: number }
  | { readonly kind: 'atLeast'; readonly count: number };

export function applyDraftChange(draft: RelatedDraft, change: DraftChange): RelatedDraft {
  const { events, minEvents: atLeast } = draft;
  switch (change.kind) {
    case 'add': {
      if (events.length >= MAX_EVENTS) return draft;
      const id = Math.max(...events.map((event) => event.id)) + 1;
      return { events: [...events, createEvent(id)], minEvents: atLeast, activeId: id };
    }
    case 'remove': {
      if (events.length <= MIN_EVENTS) return draft;
      const left = events.filter(({ id }) => id !== change.id);
      const activeId = draft.activeId === change.id ? (left[0]?.id ?? 0) : draft.activeId;
      return { events: left, minEvents: Math.min(atLeast, left.length), activeId };
    }
    case 'change':
      return {
        ...draft,
        events: events.map((event) => (event.id === change.id ? { ...event, ...change.part } : event)),
      };
    case 'activate':
      return { ...draft, activeId: change.id };
    case 'atLeast':
      return { ...draft, minEvents: Math.min(Math.max(change.count, 1), events.length) };
  }
}

const isComplete = (event: EventQuery): boolean =>
  (event.gates.length > 0 || event.zone !== null) &&
  isValidWindow(event) &&
  toMilliseconds(event.end) - toMilliseconds(event.start) <= MAX_EVENT_HOURS * 3_600_000;

/** The query; null while an event is incomplete. */
export const toRelatedQuery = ({ events, minEvents: atLeast }: RelatedDraft): RelatedQuery | null =>
  events.every(isComplete) ? { events, minEvents: atLeast } : null;

const listEventGates = ({ gates, zone }: EventQuery, zones: readonly PlantZone[]): readonly GateRef[] => {
  if (zone === null) return gates;
  const found = zones.find(({ peerId, zone: { id } }) => peerId === zone.peerId && id === zone.zoneId);
  return found === undefined ? [] : found.zone.varchi.map((gateId) => ({ peerId: zone.peerId, gateId }));
};

/** Pairs of events that overlap in time at the same gate, by index. */
export const findDraftOverlaps = (events: readonly EventDraft[], zones: readonly PlantZone[]) =>
  findOverlappingEvents(
    events.map((event) => ({
      gates: isValidWindow(event) ? listEventGates(event, zones).map(gateRefKey) : [],
      fromMs: toMilliseconds(event.start),
      toMs: toMilliseconds(event.end),
    })),
  );

/** Gates of all events, each labelled with the number of its event. */
export const listMarkedGates = (events: readonly EventDraft[], zones: readonly PlantZone[]) =>
  events.flatMap((event, at) => listEventGates(event, zones).map((ref) => ({ gateRef: ref, label: String(at + 1) })));

/** Finds plates that were near several events, rarest first (analysis design, part 4, C). */

export const MIN_EVENTS = 2;
export const MAX_EVENTS = 8;

/** Traffic of one event: reads in it, and reads of all its gates in the baseline. */
export interface EventTraffic {
  readonly reads: number;
  readonly allReads: number;
}

/** How usual the gates and time of day of an event are for a plate, from other days. */
export interface EventHabit {
  /** Other days that were compared, and on how many of them it passed a gate of the event at that time of day. */
  readonly comparedDays: number;
  readonly days: number;
  /** Reads of the plate on the compared days at the time of day of the event, at all gates. */
  readonly reads: number;
  /** Share of the plant's reads that fall at the gates of the event. */
  readonly gateShare: number;
  /** Days the event lasts; 1 up to 24 hours. */
  readonly length: number;
}

/** With fewer other days the habit is unknown. */
export const MIN_HABIT_DAYS = 3;

/**
 * Expected passes of a plate at an event by accident: the largest of three estimates. These are its share of the
 * traffic, its passes there at that time of day on other days, and its passes anywhere at that time (a night taxi is
 * not as rare at night as the traffic suggests).
 * @param plateReads reads of the plate in the baseline
 * @param matched events it was seen in, whose passages are not counted as habit
 */
export function computeExpectedPasses(
  { reads, allReads }: EventTraffic,
  plateReads: number,
  matched: number,
  habit: EventHabit | null,
): number {
  const byTraffic = (Math.max(0, plateReads - matched) + 1) * Math.min(1, reads / Math.max(1, allReads));
  if (habit === null || habit.comparedDays < MIN_HABIT_DAYS) return byTraffic;
  const perDay = Math.max(habit.days, habit.reads * habit.gateShare) / (habit.comparedDays + 0.5);
  return Math.max(byTraffic, habit.length * perDay);
}

/** `-log10` of the chance that a plate was in the event by accident, for one event it was seen in. */
export function computeEventRarity(
  traffic: EventTraffic,
  plateReads: number,
  matched: number,
  habit: EventHabit | null = null,
): number {
  if (traffic.reads <= 0 || traffic.allReads <= 0) return 0;
  // expm1 keeps small chances exact: 1 - exp(-x) is 0 in a double for x below 1e-16.
  const chance = -Math.expm1(-computeExpectedPasses(traffic, plateReads, matched, habit));
  return Math.max(0, -Math.log10(chance));
}

/**
 * True when the plate is rarer than chance would make even one of so many plates. Without this check, vehicles that
 * drive all day would top every list.
 */
export const isBeyondChance = (rarity: number, plates: number): boolean => rarity > Math.log10(Math.max(1, plates));

/** A window on the wall clock, milliseconds. */
export interface WallWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Days an event is compared with: those of the baseline, numbered from the event's own day (0), without the days of
 * any event of the query.
 */
export interface HabitDays {
  readonly fromMs: number;
  /** Length of the compared time of day, at most 24 hours. */
  readonly lengthMs: number;
  readonly first: number;
  readonly last: number;
  readonly without: readonly number[];
  readonly of: number;
  readonly length: number;
}

const DAY_MS = 86_400_000;

/**
 * Days to compare an event with. All windows are on the wall clock, so that the same hour is the same hour on every
 * day.
 */
export function selectHabitDays(event: WallWindow, events: readonly WallWindow[], baseline: WallWindow): HabitDays {
  const { fromMs, toMs } = event;
  const lengthMs = Math.min(DAY_MS, Math.max(1, toMs - fromMs));
  const dayOf = (ms: number): number => Math.floor((ms - fromMs) / DAY_MS);
  const first = Math.ceil((baseline.fromMs - fromMs) / DAY_MS);
  const last = Math.floor((baseline.toMs - fromMs - lengthMs) / DAY_MS);
  const without = new Set<number>();
  for (const other of events)
    for (let day = dayOf(other.fromMs); day <= dayOf(Math.max(other.fromMs, other.toMs - 1)); day++)
      if (day >= first && day <= last) without.add(day);
  const of = Math.max(0, last - first + 1 - without.size);
  return {
    fromMs,
    lengthMs,
    first,
    last,
    without: [...without],
    of,
    length: Math.max(1, Math.ceil((toMs - fromMs) / DAY_MS)),
  };
}

/**
 * The day of a read relative to the event, if it counts towards the habit; null: another time of day, or an excluded
 * day.
 */
export function findHabitDay({ fromMs, lengthMs, first, last, without }: HabitDays, wallMs: number): number | null {
  const day = Math.floor((wallMs - fromMs) / DAY_MS);
  const isThen = wallMs - fromMs - day * DAY_MS <= lengthMs;
  return isThen && day >= first && day <= last && !without.includes(day) ? day : null;
}

/** Contribution of one event to the rarity of a plate, with the numbers it is computed from. */
export interface EventEvidence extends EventTraffic {
  /** Index in the query. */
  readonly event: number;
  readonly rarity: number;
  /** Reads of the plate at the plant of the event. */
  readonly plateReads: number;
  readonly matched: number;
  /** Null: not examined. */
  readonly habit: EventHabit | null;
}

/** A plate and the events of one plant it was seen in. */
export interface RelatedAtPlant<Passage> {
  readonly plate: string;
  readonly events: readonly EventEvidence[];
  readonly plateReads: number;
  readonly passages: readonly Passage[];
}

export interface RelatedPlate<Passage> extends RelatedAtPlant<Passage> {
  readonly matchedEvents: number;
  /** Sum over the events. */
  readonly rarity: number;
}

/**
 * Merges the results of several plants: each plant reports its own events, and rarities add up per plate. A plate
 * seen at two plants of one event counts once, with the rarer of the two. Plates with at least `atLeast` events,
 * rarest first.
 */
export function mergeRelated<Passage>(
  answers: readonly (readonly RelatedAtPlant<Passage>[])[],
  atLeast: number,
): readonly RelatedPlate<Passage>[] {
  return [...Map.groupBy(answers.flat(), ({ plate }) => plate)]
    .map(([plate, rows]) => {
      const byEvent = new Map<number, EventEvidence>();
      for (const part of rows.flatMap((row) => row.events))
        if (part.rarity >= (byEvent.get(part.event)?.rarity ?? 0)) byEvent.set(part.event, part);
      const events = [...byEvent.values()].toSorted((a, b) => a.event - b.event);
      return {
        plate,
        events,
        matchedEvents: events.length,
        plateReads: rows.reduce((sum, row) => sum + row.plateReads, 0),
        rarity: events.reduce((sum, one) => sum + one.rarity, 0),
        passages: rows.flatMap(({ passages }) => passages),
      };
    })
    .filter(({ matchedEvents }) => matchedEvents >= atLeast)
    .toSorted((a, b) => b.rarity - a.rarity || (a.plate < b.plate ? -1 : 1));
}

/**
 * Number of own events a plate must be in to be reported by a plant, so that no plate with enough events over all
 * plants is lost.
 */
export const computeLocalMinimum = (atLeast: number, allEvents: number, ownEvents: number): number =>
  Math.max(1, atLeast - (allEvents - ownEvents));

/**
 * Pairs of events that overlap in time at the same gate: one passage counts for both, and the screen shows a warning.
 */
export function findOverlappingEvents(
  events: readonly { readonly gates: readonly string[]; readonly fromMs: number; readonly toMs: number }[],
): readonly (readonly [number, number])[] {
  return events.flatMap((a, i) =>
    events.flatMap((b, k): (readonly [number, number])[] =>
      k > i && a.fromMs < b.toMs && b.fromMs < a.toMs && a.gates.some((gate) => b.gates.includes(gate)) ? [[i, k]] : [],
    ),
  );
}

import {
  classifyPresence,
  listPopulationWindow,
  POPULATION_CLASSES,
  POPULATION_DAYS,
  type PopulationClass,
} from '@varco/domain/charts/population.ts';
import { MIN_MEASURED_COUNT } from '@varco/domain/charts/population-errors.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { CLASS_OF_HABIT, generatePopulation, type Habit, type SimPopulation } from '@varco/sim/population.ts';

const DAY_MS = 86_400_000;
/** 2026-02-02 to 2026-06-01: Easter, three public holidays and two clock changes apart from the weekends. */
const FIRST_DAY = Date.parse('2026-02-02T00:00:00.000Z') / DAY_MS;
const DAYS = 120;

/** A day of the plant or of one of its gates. */
export interface DayError {
  readonly scope: 'plant' | 'gate';
  readonly kind: PopulationClass;
  /** Counted by the rules, and true. */
  readonly counted: number;
  readonly truth: number;
}

/** Vehicle days of a habit by the class they were counted in. */
export type HabitCounts = ReadonlyMap<Habit, Readonly<Record<PopulationClass, number>>>;

/** What the rules count in the town of one seed, against the planted truth. */
export interface PopulationQuality {
  readonly seed: number;
  readonly unreadShare: number;
  readonly errors: readonly DayError[];
  readonly habits: HabitCounts;
  /** Vehicle days of Italian and of foreign plates, and how many of them were counted in another class than the true one. */
  readonly nations: Readonly<Record<'italian' | 'foreign', { readonly n: number; readonly wrong: number }>>;
}

/** Generates the town of a seed and counts its days. `unreadShare`: passages without a full plate, 0 to 1. */
export function measurePopulation(seed: number, unreadShare: number): PopulationQuality {
  const town = generatePopulation({ seed, firstDay: FIRST_DAY, days: DAYS, unreadShare });
  const errors: DayError[] = [];
  const habits = new Map<Habit, Record<PopulationClass, number>>();
  const nations = { italian: { n: 0, wrong: 0 }, foreign: { n: 0, wrong: 0 } };
  for (let at = POPULATION_DAYS - 1; at < DAYS; at++) {
    const { counted, truth } = countDay(town, at, (habit, isForeign, kind) => {
      const own = habits.get(habit) ?? { resident: 0, commuter: 0, passer_by: 0 };
      habits.set(habit, { ...own, [kind]: own[kind] + 1 });
      const group = nations[isForeign ? 'foreign' : 'italian'];
      group.n += 1;
      if (kind !== CLASS_OF_HABIT[habit]) group.wrong += 1;
    });
    for (let gate = 0; gate <= town.gates; gate++)
      for (const kind of POPULATION_CLASSES)
        errors.push({
          scope: gate === 0 ? 'plant' : 'gate',
          kind,
          counted: counted[kind][gate] ?? 0,
          truth: truth[kind][gate] ?? 0,
        });
  }
  return { seed, unreadShare, errors, habits, nations };
}

type Counts = Readonly<Record<PopulationClass, Uint32Array>>;

/** Counts of a day by class: of the plant at 0, of the gates from 1 on. */
function countDay(
  town: SimPopulation,
  at: number,
  note: (habit: Habit, isForeign: boolean, kind: PopulationClass) => void,
): { readonly counted: Counts; readonly truth: Counts } {
  const window = listPopulationWindow(toIsoInstant((FIRST_DAY + at) * DAY_MS).slice(0, 10));
  const rest = new Set(window.restDays.map((day) => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS - FIRST_DAY));
  const create = (): Counts => ({
    resident: new Uint32Array(town.gates + 1),
    commuter: new Uint32Array(town.gates + 1),
    passer_by: new Uint32Array(town.gates + 1),
  });
  const [counted, truth] = [create(), create()];
  for (const { habit, isForeign, passed, read } of town.vehicles) {
    addGates(truth[CLASS_OF_HABIT[habit]], passed[at] ?? 0);
    if ((read[at] ?? 0) === 0) continue;
    let [workDays, restDays, weeks] = [0, 0, 0];
    for (let back = 0; back < POPULATION_DAYS; back++) {
      if ((read[at - back] ?? 0) === 0) continue;
      if (rest.has(at - back)) restDays += 1;
      else workDays += 1;
      weeks |= 1 << Math.floor(back / 7);
    }
    const weekCount = (weeks & 1) + ((weeks >> 1) & 1) + ((weeks >> 2) & 1) + ((weeks >> 3) & 1);
    const kind = classifyPresence({ workDays, restDays, weeks: weekCount }, window);
    addGates(counted[kind], read[at] ?? 0);
    note(habit, isForeign, kind);
  }
  for (let gate = 0; gate < town.gates; gate++) {
    const misread = town.misread[at * town.gates + gate] ?? 0;
    counted.passer_by[0] = (counted.passer_by[0] ?? 0) + misread;
    counted.passer_by[gate + 1] = (counted.passer_by[gate + 1] ?? 0) + misread;
  }
  return { counted, truth };
}

function addGates(counts: Uint32Array, gates: number): void {
  if (gates === 0) return;
  counts[0] = (counts[0] ?? 0) + 1;
  for (let gate = 1; gate < counts.length; gate++)
    if ((gates & (1 << (gate - 1))) !== 0) counts[gate] = (counts[gate] ?? 0) + 1;
}

/** True number divided by the counted one, ascending, of days with enough plates. */
export const listRatios = (
  qualities: readonly PopulationQuality[],
  scope: DayError['scope'],
  kind: PopulationClass,
): readonly number[] =>
  qualities
    .flatMap(({ errors }) => errors)
    .filter((one) => one.scope === scope && one.kind === kind && one.counted >= MIN_MEASURED_COUNT)
    .map(({ counted, truth }) => truth / counted)
    .toSorted((a, b) => a - b);

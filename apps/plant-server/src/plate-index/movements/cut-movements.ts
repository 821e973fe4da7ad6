import type { Span } from '../index-answers.ts';
import type { NightCounts } from './kept-night.ts';
import type { KeptDay } from './movement-book.ts';
import type { MovementSums, Numbers } from './movement-sums.ts';

/** From so many gates on a quiet day tells something: `movement_day`. */
export const TELLING_GATES = 8;

/**
 * What a window keeps of a day it cuts. `night`: what it keeps of the hours from 00:00 to 05:00; `unsure`: a part of them that begins so near to the
 * earliest instant which may be looked at that a round may have begun before it.
 */
export interface DayPart extends Span {
  /** Days since 1970-01-01, and the instants it begins and its night ends. */
  readonly day: number;
  readonly dayFromMs: number;
  readonly nightEndsMs: number;
  readonly night: 'none' | 'all' | 'part' | 'unsure';
}

export interface KeptPart {
  readonly part: DayPart;
  readonly day: KeptDay;
  /** What the part keeps of the night, where it keeps a part of it; null: not known. */
  readonly night: NightCounts | null;
}

/**
 * Judges the parts of the plates that can stand out with the most they can hold; of all others nothing matters. What plates certainly did goes into
 * the sums. A part of a day tells at most what the whole day tells: its passages are some of the day's, and each has the same passage before it as
 * far as that matters. Plates of a day lie in the order of their numbers, so the days are gone through side by side.
 * @param sums of the whole days, with room for all plates of the parts
 * @returns places of the plates of which it cannot be said: their rows decide
 */
export function judgeParts(sums: MovementSums, parts: readonly KeptPart[]): readonly number[] {
  const doubtful: number[] = [];
  const most = new MostOfPlate();
  const places = parts.map(() => 0);
  for (;;) {
    let id = Infinity;
    for (let n = 0; n < parts.length; n += 1) id = Math.min(id, parts[n]?.day.ids[places[n] ?? 0] ?? Infinity);
    if (id === Infinity) return doubtful;
    most.startOver();
    for (let n = 0; n < parts.length; n += 1) {
      const [part, at] = [parts[n], places[n] ?? 0];
      if (part === undefined || part.day.ids[at] !== id) continue;
      most.add(part, at);
      places[n] = at + 1;
    }
    const place = sums.plates.placeOf(id);
    if (!most.tells || !sums.standsOutWith(place, most)) continue;
    if (most.isUnsure || sums.isTopped(place, most)) doubtful.push(place);
    else sums.add(place, most);
  }
}

/** Whether a part can hold anything of a plate that tells something: as little as the whole day, it need not be looked at. */
export function mayTell(part: KeptPart, id: number): boolean {
  const at = part.day.placeOf(id);
  const most = new MostOfPlate();
  if (at >= 0) most.add(part, at);
  return most.tells;
}

/** The most that the parts can hold of one plate. */
class MostOfPlate implements Numbers {
  night = 0;
  nightDays = 0;
  loops = 0;
  nightLoops = 0;
  gates = 0;
  /** Something of it tells something. */
  tells = false;
  /** How many passages of the night lie in a part is not known. */
  isUnsure = false;

  startOver(): void {
    this.night = this.nightDays = this.loops = this.nightLoops = this.gates = 0;
    this.tells = this.isUnsure = false;
  }

  /** Adds the most a part can hold of the plate at a place of its day. Nights are exact where they are known; of rounds by day and gates only the whole day is. */
  add({ part, day, night: known }: KeptPart, at: number): void {
    const isOut = part.night === 'none';
    const [dayNights, dayNightLoops, gates] = [day.night(at), day.nightLoops(at), day.gates(at)];
    const night = isOut ? 0 : (known?.nights[at] ?? dayNights);
    const nightLoops = isOut ? 0 : (known?.loops[at] ?? dayNightLoops);
    const loops = day.loops(at) - dayNightLoops + nightLoops;
    if (night <= 0 && loops <= 0 && gates < TELLING_GATES && !day.jumps(at)) return;
    this.tells = true;
    this.night += night;
    if (night > 0) this.nightDays += 1;
    this.loops = Math.max(this.loops, loops);
    this.nightLoops += nightLoops;
    this.gates = Math.max(this.gates, gates);
    if (night > 0 && !isOut && part.night !== 'all' && known === null) this.isUnsure = true;
  }
}

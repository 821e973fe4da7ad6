import type { LoggedCall } from '@varco/domain/review/review-entry.ts';
import { addDays, romeDayStart } from '@varco/domain/time/rome.ts';
import type { Rng } from '../random.ts';
import type { ForceMember } from './force-people.ts';

/** What all members of the force share. */
export interface ForceWorld {
  readonly rng: Rng;
  readonly firstDay: string;
  readonly days: number;
  /** Number of the first day since 1970. */
  readonly firstNumber: number;
  /** Vehicles that the whole command knows: petty crime, no insurance, nuisance. */
  readonly knownPlates: readonly string[];
  /** Longest period that may be searched. */
  readonly longestPeriodMs: number;
  /** Case numbers of the body. */
  readonly caseNumbers: Set<string>;
  /** Plates of declared households. */
  readonly householdPlates: Set<string>;
  readonly plate: () => string;
}

export interface CallText {
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly caseNo?: string | null;
  readonly reason: string;
  readonly ip?: string;
}

/** Collects the calls of one member. */
export class CallLedger {
  private readonly calls: Omit<LoggedCall, 'seq'>[] = [];
  private readonly dayStarts: readonly number[];
  private readonly member: ForceMember;
  private readonly world: ForceWorld;

  constructor(world: ForceWorld, member: ForceMember) {
    this.world = world;
    this.member = member;
    this.dayStarts = Array.from({ length: world.days + 2 }, (_, at) => romeDayStart(addDays(world.firstDay, at)));
  }

  /** The instant of an hour (with decimals, past midnight too) of a day of the world. */
  at(day: number, hour: number): number {
    return Math.round((this.dayStarts[day] ?? 0) + hour * 3_600_000);
  }

  write(atMs: number, { action, detail, caseNo = null, reason, ip = this.member.ip }: CallText): void {
    this.calls.push({ epoch: 1, atMs, action, ip, caseNo, detail: { ...detail, reason_text: reason } });
  }

  /** A search for one plate; `share` of the longest period. */
  search(atMs: number, plate: string, share: number, text: Omit<CallText, 'action' | 'detail'>): void {
    const from = new Date(atMs - share * this.world.longestPeriodMs).toISOString();
    const detail = { filter: { f_targa: plate }, window: { from, to: new Date(atMs).toISOString() } };
    this.write(atMs, { ...text, action: 'transits.search', detail });
  }

  finish(): readonly LoggedCall[] {
    return this.calls.toSorted((a, b) => a.atMs - b.atMs).map((call, at) => ({ ...call, seq: at + 1 }));
  }
}

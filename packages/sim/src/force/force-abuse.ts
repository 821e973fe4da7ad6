import type { ForceWorld, CallLedger } from './force-world.ts';
import type { ForceMember } from './force-people.ts';
import { findShift } from './force-shifts.ts';
import { openCase, writeReason, writeShift } from './force-work.ts';

/** Days before the reviewed year; abuse begins after them. */
const FIRST_DAY = 92;
const EXCUSES = ['controllo', 'verifica', 'indagine in corso', 'accertamenti', 'controllo di polizia'];

/** Writes what an abuser does besides honest work. Strength and caution differ from person to person. */
export function writeAbuse(world: ForceWorld, member: ForceMember, ledger: CallLedger): void {
  if (member.abuse === 'stalker') writeStalking(world, member, ledger);
  if (member.abuse === 'neighbour') writeCuriosity(world, member, ledger);
  if (member.abuse === 'sharer') writeSharing(world, member, ledger);
}

interface Cover {
  readonly reason: string;
  readonly caseNo: string | null;
}

/** How abusers cover a look: a text of their usual ones or an excuse; seldom a case number, borrowed or invented. */
function chooseCover(world: ForceWorld, member: ForceMember, care: number, borrowed: string): Cover {
  const { rng } = member;
  const hasCase = rng.chance(0.35 * care);
  return {
    reason: rng.chance(0.5) ? writeReason(member) : rng.pick(EXCUSES),
    caseNo: hasCase ? (rng.chance(0.7) ? borrowed : `${rng.int(999)}/26/X`) : null,
  };
}

/** An hour outside of one's shifts, or inside, as the person dares. */
function chooseInstant(
  world: ForceWorld,
  member: ForceMember,
  ledger: CallLedger,
  day: number,
  offDuty: number,
): number {
  const shift = findShift(member, world.firstNumber + day, Infinity);
  if (shift !== null && !member.rng.chance(offDuty)) return ledger.at(day, member.rng.between(shift.from, shift.to));
  return ledger.at(day, member.rng.between(6, 25));
}

/** One or two plates, again and again for months: where is she, who visits her. */
function writeStalking(world: ForceWorld, member: ForceMember, ledger: CallLedger): void {
  const { rng } = member;
  const plates = Array.from({ length: 1 + rng.int(2) }, world.plate);
  if (rng.chance(0.3)) world.householdPlates.add(plates[0] ?? '');
  const fromDay = FIRST_DAY + rng.int(240);
  const toDay = Math.min(world.days, fromDay + 50 + rng.int(190));
  const [perDay, offDuty, care, borrowed] = [0.1 * 6 ** rng.next(), rng.between(0.1, 0.9), rng.next(), openCase(world)];
  for (let day = fromDay; day < toDay; day += 1) {
    if (!rng.chance(perDay)) continue;
    const at = chooseInstant(world, member, ledger, day, offDuty);
    const text = chooseCover(world, member, care, borrowed);
    for (let look = 1 + rng.int(3); look > 0; look -= 1) {
      const plate = rng.pick(plates);
      ledger.search(at + look * 120_000, plate, rng.chance(0.4) ? 1 : rng.between(0.01, 0.3), text);
      if (rng.chance(0.6))
        ledger.write(at + look * 120_000 + 30_000, { action: 'transits.read', detail: { id: '1', plate }, ...text });
    }
    if (rng.chance(0.1)) ledger.write(at + 600_000, { action: 'lookups.run', detail: { key: world.plate() }, ...text });
  }
}

/** A handful of plates of neighbours, relatives, well-known people: who owns it, where was it. */
function writeCuriosity(world: ForceWorld, member: ForceMember, ledger: CallLedger): void {
  const { rng } = member;
  const plates = Array.from({ length: 4 + rng.int(9) }, world.plate);
  if (rng.chance(0.2)) world.householdPlates.add(plates[0] ?? '');
  const fromDay = FIRST_DAY + rng.int(200);
  const toDay = Math.min(world.days, fromDay + 80 + rng.int(200));
  const [perDay, offDuty, care, borrowed] = [0.15 * 4 ** rng.next(), rng.between(0, 0.5), rng.next(), openCase(world)];
  const owners = rng.between(0.2, 0.7);
  for (let day = fromDay; day < toDay; day += 1) {
    if (!rng.chance(perDay)) continue;
    const at = chooseInstant(world, member, ledger, day, offDuty);
    const text = chooseCover(world, member, care, borrowed);
    for (let look = 1 + rng.int(2); look > 0; look -= 1) {
      const plate = rng.chance(0.85) ? rng.pick(plates) : world.plate();
      if (rng.chance(owners))
        ledger.write(at + look * 90_000, { action: 'lookups.run', detail: { key: plate }, ...text });
      else ledger.search(at + look * 90_000, plate, rng.chance(0.3) ? 1 : rng.between(0.01, 0.3), text);
    }
  }
}

/** A colleague of the patrols without an account works with this one, from elsewhere and on shifts of their own. */
function writeSharing(world: ForceWorld, member: ForceMember, ledger: CallLedger): void {
  const { rng } = member;
  const fromDay = FIRST_DAY + rng.int(240);
  const toDay = Math.min(world.days, fromDay + 45 + rng.int(160));
  const share = rng.between(0.4, 1);
  const other = { ...member, job: 'fdo pattuglie', turn: member.turn + 1 + rng.int(3) } as const;
  const recent: string[] = [];
  for (let day = fromDay; day < toDay; day += 1) {
    const shift = findShift(other, world.firstNumber + day, Infinity);
    if (shift !== null && rng.chance(share))
      writeShift({ world, member: other, ledger, cases: [], recent, day, shift, ip: member.phoneIp });
  }
}

import type { ForceMember } from './force-people.ts';
import type { ForceWorld, CallLedger } from './force-world.ts';
import { findShift, type Shift } from './force-shifts.ts';

const MINUTE_H = 1 / 60;
/** Share of stops about a vehicle of the last stops. */
const AGAIN = 0.06;
const RECENT_PLATES = 60;
const PLACES = [
  'via Emilia',
  'via Mazzini',
  'piazza Saffi',
  'via Ravegnana',
  'viale Bovio',
  'via Cervese',
  'lungomare',
];
const FACTS = [
  'furto in abitazione',
  'truffa ad anziana',
  'danneggiamento',
  'sinistro con fuga',
  'fermo per controllo',
  'segnalazione',
];
const COPIED = [
  'controllo del territorio in pattuglia',
  'attività di polizia giudiziaria',
  'verifica su veicolo segnalato',
  'accertamenti per rilievo sinistro',
];

/** A case of an investigator. */
interface Case {
  readonly number: string;
  readonly plates: readonly string[];
  readonly fromDay: number;
  readonly toDay: number;
  readonly isExported: boolean;
  readonly isListed: boolean;
}

/** A reason as this person writes them. */
export function writeReason({ rng, copies, turn }: ForceMember): string {
  if (rng.chance(copies)) return COPIED[turn % COPIED.length] ?? '';
  return `${rng.pick(FACTS)} in ${rng.pick(PLACES)}, rif. ${1 + rng.int(400)}`;
}

/** A number of the list of the body. */
export function openCase({ rng, caseNumbers }: ForceWorld): string {
  const number = `${1 + rng.int(99_999)}/${2_025 + rng.int(2)}`;
  caseNumbers.add(number);
  return number;
}

/** Writes the work of a member over the whole time: shifts, and what each job does in them. */
export function writeWork(world: ForceWorld, member: ForceMember, ledger: CallLedger): void {
  const { rng, honest } = member;
  const changeDay = world.firstNumber + 150 + rng.int(120);
  const cases = member.job === 'fdo polizia giudiziaria' ? planCases(world, member) : [];
  const followUps = honest === 'follow-up' ? planFollowUps(world, member) : [];
  const recent: string[] = [];
  for (let day = 0; day < world.days; day += 1) {
    const shift = findShift(member, world.firstNumber + day, changeDay);
    if (shift !== null) writeShift({ world, member, ledger, cases, recent, day, shift });
    // Called in from home: a burglary at night, a search for somebody missing.
    const calledIn = honest === 'called-in' ? 0.03 : 0.003;
    if (shift === null && rng.chance(calledIn)) writeCallIn(world, member, ledger, day);
    for (const { plate, fromDay, toDay } of followUps)
      if (shift !== null && day >= fromDay && day < toDay && rng.chance(0.12)) {
        const at = ledger.at(day, rng.between(shift.from, shift.to));
        ledger.search(at, plate, 0.3, { reason: writeReason(member) });
      }
  }
}

/** Shift work of another person on the same account, for those who share one. */
export function writeShift(work: {
  world: ForceWorld;
  member: ForceMember;
  ledger: CallLedger;
  cases: readonly Case[];
  /** Plates of the last stops. */
  recent: string[];
  day: number;
  shift: Shift;
  ip?: string;
}): void {
  const { world, member, ledger, cases, recent, day, shift, ip } = work;
  const { rng, job, diligence } = member;
  const hour = (): number => rng.between(shift.from, shift.to);
  const times = (mean: number): number => Math.floor(mean * diligence * rng.between(0, 2) + rng.next());
  const running = cases.filter(({ fromDay, toDay }) => day >= fromDay && day < toDay);
  for (const one of running) writeCaseWork(member, ledger, one, day, shift);
  const stops: Readonly<Record<typeof job, number>> = {
    'fdo pattuglie': 3,
    'fdo polizia giudiziaria': 1.2,
    'fdo infortunistica': 2,
    'fdo centrale operativa': 4,
    'fdo comando': 0.5,
  };
  for (let stop = times(stops[job]); stop > 0; stop -= 1) {
    const isKnown = rng.chance(0.12);
    // Some vehicles come up again: the same people are stopped again, or a check is finished later.
    const isAgain = recent.length > 0 && rng.chance(AGAIN);
    const plate = isKnown ? rng.pick(world.knownPlates) : isAgain ? rng.pick(recent) : world.plate();
    recent.push(plate);
    if (recent.length > RECENT_PLATES) recent.shift();
    writeStop(world, member, ledger, ledger.at(day, hour()), plate, ip);
  }
  if (job === 'fdo centrale operativa')
    for (let alert = times(2); alert > 0; alert -= 1) {
      const plate = world.plate();
      const at = ledger.at(day, hour());
      const text = { reason: 'allarme da lista', ...(ip === undefined ? {} : { ip }) };
      ledger.write(at, { action: 'alerts.take', detail: { plate }, ...text });
      ledger.write(at + 60_000, { action: 'transits.read', detail: { id: '1', plate }, ...text });
    }
}

/** A vehicle that came up in the day's work: a search, perhaps its transit, perhaps its owner. */
function writeStop(
  world: ForceWorld,
  member: ForceMember,
  ledger: CallLedger,
  atMs: number,
  plate: string,
  fixedIp: string | undefined,
): void {
  const { rng, job } = member;
  const isPhone = member.honest === 'two-devices' && rng.chance(0.35);
  const ip = fixedIp ?? (isPhone ? member.phoneIp : member.ip);
  const text = {
    reason: writeReason(member),
    caseNo: rng.chance(member.casesShare) ? openCase(world) : null,
    ip,
  };
  const isRoadside = job === 'fdo infortunistica' && rng.chance(0.5);
  if (!isRoadside) {
    const share = rng.chance(job === 'fdo polizia giudiziaria' ? 0.3 : 0.05) ? 1 : rng.between(0.01, 0.4);
    ledger.search(atMs, plate, share, text);
    if (rng.chance(0.7)) ledger.write(atMs + 40_000, { action: 'transits.read', detail: { id: '1', plate }, ...text });
  }
  if (isRoadside || rng.chance(0.25))
    ledger.write(atMs + 90_000, { action: 'lookups.run', detail: { key: plate }, ...text });
  if (rng.chance(job === 'fdo comando' ? 0.2 : 0.02))
    ledger.write(atMs + 200_000, { action: 'transits.print', detail: { ids: ['1'], plates: [plate] }, ...text });
  if (rng.chance(0.03))
    ledger.write(atMs + 200_000, { action: 'blacklist.insert', detail: { after: { plate } }, ...text });
}

function writeCallIn(world: ForceWorld, member: ForceMember, ledger: CallLedger, day: number): void {
  const { rng } = member;
  const hour = rng.between(0, 24);
  const caseNo = rng.chance(0.6) ? openCase(world) : null;
  for (let look = 1 + rng.int(8); look > 0; look -= 1)
    ledger.search(ledger.at(day, hour + look * 6 * MINUTE_H), world.plate(), rng.between(0.01, 0.2), {
      ...{ reason: `chiamato in servizio: ${rng.pick(FACTS)}`, caseNo },
    });
}

/** Cases of an investigator: some exported, some with a list entry, some that lead nowhere; and the big one. */
function planCases(world: ForceWorld, { rng, honest }: ForceMember): readonly Case[] {
  const cases: Case[] = [];
  for (let day = -30; day < world.days; day += 10 + rng.int(40))
    cases.push({
      ...{ number: openCase(world), fromDay: day, toDay: day + 20 + rng.int(60) },
      plates: Array.from({ length: 2 + rng.int(7) }, world.plate),
      ...{ isExported: rng.chance(0.6), isListed: rng.chance(0.4) },
    });
  if (honest === 'big-case')
    cases.push({
      ...{ number: openCase(world), fromDay: 120, toDay: 220, isExported: true, isListed: true },
      plates: Array.from({ length: 15 }, world.plate),
    });
  return cases;
}

function writeCaseWork(member: ForceMember, ledger: CallLedger, one: Case, day: number, shift: Shift): void {
  const { rng } = member;
  const isBig = one.plates.length > 10;
  const text = {
    reason: writeReason(member),
    caseNo: rng.chance(member.casesShare) || isBig ? one.number : null,
  };
  for (let look = isBig ? 30 + rng.int(40) : rng.int(3); look > 0; look -= 1) {
    // Overtime: the last look of a day is often late.
    const at = ledger.at(day, rng.between(shift.from, shift.to + (rng.chance(0.1) ? 3 : 0)));
    const plate = rng.pick(one.plates);
    ledger.search(at, plate, rng.chance(0.4) ? 1 : rng.between(0.05, 0.5), text);
    if (rng.chance(0.6)) ledger.write(at + 50_000, { action: 'transits.read', detail: { id: '1', plate }, ...text });
    if (rng.chance(0.05)) ledger.write(at + 90_000, { action: 'lookups.run', detail: { key: plate }, ...text });
  }
  const isMiddle = day === Math.floor((one.fromDay + one.toDay) / 2);
  const at = ledger.at(day, shift.to - 0.5);
  const caseNo = one.number;
  if (one.isListed && (isMiddle || rng.chance(0.02)))
    ledger.write(at, {
      action: 'blacklist.insert',
      detail: { after: { plate: rng.pick(one.plates) } },
      ...text,
      caseNo,
    });
  if (one.isExported && (day >= one.toDay - 3 || rng.chance(0.03)))
    ledger.write(at, {
      action: 'exports.start',
      detail: { filter: { f_targa: one.plates.slice(0, 3).join(',') } },
      ...text,
      caseNo,
    });
}

/** A vehicle that one officer keeps an eye on for some weeks, without a case number; honest, and close to the line. */
function planFollowUps(
  world: ForceWorld,
  { rng }: ForceMember,
): readonly { readonly plate: string; readonly fromDay: number; readonly toDay: number }[] {
  return Array.from({ length: 1 + rng.int(3) }, () => {
    const fromDay = rng.int(world.days - 40);
    return { plate: world.plate(), fromDay, toDay: fromDay + 20 + rng.int(30) };
  });
}

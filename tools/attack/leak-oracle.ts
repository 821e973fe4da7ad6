import { readPdf } from '@varco/plant-server/testing/read-pdf.ts';
import sharp from 'sharp';
import type { AttackAnswer, Finding } from './attack-request.ts';
import type { PlantRightsData, StoredTransit, UserRights } from './rights-data.repository.ts';
import { maySeeTransit } from './rights-rules.ts';
import type { Rgb, SeededTransit } from './seeded-transits.ts';

/** How far a channel of a picture's mean may be from the colour it was made with. */
const COLOUR_TOLERANCE = 14;

export interface LeakQuestion {
  readonly endpoint: string;
  /** The user whose rights count; null: nobody, who may see nothing. */
  readonly user: UserRights | null;
  readonly rights: PlantRightsData;
  readonly transits: readonly SeededTransit[];
  readonly nowMs: number;
  /** Everything the caller sent. */
  readonly sent: string;
  /** Parsed JSON of the request; null: none. */
  readonly asked: unknown;
  /** Rights this user had before, oldest first: the own log shows what they allowed then. */
  readonly earlier?: readonly Pick<LeakQuestion, 'user' | 'rights'>[];
}

/** What an answer shows of transits that its reader may not see: ids, plates, pictures, and counts above what is visible. */
export async function findLeaks(question: LeakQuestion, answer: AttackAnswer): Promise<readonly Finding[]> {
  if (answer.status >= 300 || answer.bytes.length === 0) return [];
  const type = answer.headers['content-type'] ?? '';
  if (type.startsWith('image/')) return findPictureLeaks(question, answer.bytes);
  const text = readAnswerText(type, answer.bytes);
  const findings = findTextLeaks(question, text);
  return type.startsWith('application/json') ? [...findings, ...findCountLeaks(question, JSON.parse(text))] : findings;
}

function readAnswerText(type: string, bytes: Buffer): string {
  if (!type.startsWith('application/pdf')) return bytes.toString('utf8');
  return readPdf(bytes).pages.flat().join('\n');
}

/** The log is read by those who may read all of it: it shows what others did by its nature. */
const SHOWS_THE_LOG: ReadonlySet<string> = new Set(['searchAudit', 'exportAudit']);
/** Own entries stay readable after the right that made them is gone. */
const SHOWS_OWN_LOG: ReadonlySet<string> = new Set(['listOwnAudit']);

function findTextLeaks(question: LeakQuestion, text: string): readonly Finding[] {
  if (SHOWS_THE_LOG.has(question.endpoint)) return [];
  const words = new Set(text.match(/[A-Z0-9]{5,}/g) ?? []);
  const findings: Finding[] = [];
  const { nowMs } = question;
  for (const transit of question.transits) {
    const rights = [question, ...(SHOWS_OWN_LOG.has(question.endpoint) ? (question.earlier ?? []) : [])];
    const allowing = rights.filter(({ user, rights: had }) => isShown({ user, rights: had, nowMs }, transit));
    const isVisible = allowing.length > 0;
    const showsId = words.has(transit.id) && !question.sent.includes(transit.id);
    const showsPlate = words.has(transit.plate) && !question.sent.includes(transit.plate);
    const about = `of gate ${transit.gate}, ${Math.round((question.nowMs - transit.atMs) / 60_000)} minutes old`;
    if (showsId && transit.exposure !== 'id' && !isVisible)
      findings.push({ kind: 'leak', text: `id ${transit.id} ${about}` });
    const mayReadPlate = allowing.some(({ user }) => user?.seesPlates === true);
    if (showsPlate && transit.exposure !== 'plate' && !mayReadPlate)
      findings.push({ kind: 'leak', text: `plate ${transit.plate} ${about}` });
  }
  return findings;
}

const isShown = (
  { user, rights, nowMs }: Pick<LeakQuestion, 'user' | 'rights' | 'nowMs'>,
  transit: Pick<StoredTransit, 'id' | 'gate' | 'atMs'>,
): boolean => maySeeTransit(user, rights, transit, nowMs);

/** A picture of one colour belongs to one transit; a plate's own picture is for those who see plates. */
async function findPictureLeaks(question: LeakQuestion, bytes: Buffer): Promise<readonly Finding[]> {
  const { channels } = await sharp(bytes).stats();
  const mean = channels.slice(0, 3).map((channel) => channel.mean);
  const isNear = (colour: Rgb): boolean =>
    colour.every((value, index) => Math.abs(value - (mean[index] ?? 0)) <= COLOUR_TOLERANCE);
  const owner = question.transits.find(({ scene, crop }) => isNear(scene) || isNear(crop));
  if (owner === undefined) return [];
  const about = `picture of ${owner.plate} at gate ${owner.gate}`;
  if (!isShown(question, owner)) return [{ kind: 'leak', text: about }];
  return question.user?.seesPlates !== true && isNear(owner.crop) ? [{ kind: 'leak', text: `plate ${about}` }] : [];
}

/** Where an answer counts transits. */
const COUNTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  listTransits: [['pagination', 'count']],
  searchTransits: [['pagination', 'count']],
  listAdrTransits: [['pagination', 'count']],
  searchAdrTransits: [['pagination', 'count']],
  countTransits: [['count']],
  countTransitsByBody: [['count']],
  transitHistogram: [['secchi', 'transiti']],
  estimateExport: [['count']],
  statistics: [['totale', 'transiti']],
  getStatistics: [['totale', 'transiti']],
  transitCharts: [['transiti']],
};

/** The number at a path; that of a list is the sum over its items. */
function readCount(value: unknown, [name, ...rest]: readonly string[]): number {
  if (Array.isArray(value))
    return value.reduce(
      (sum: number, item: unknown) => sum + readCount(item, name === undefined ? [] : [name, ...rest]),
      0,
    );
  if (name !== undefined) return readCount(Reflect.get(Object(value), name), rest);
  return typeof value === 'number' ? value : 0;
}

function findCountLeaks(question: LeakQuestion, body: unknown): readonly Finding[] {
  const paths = COUNTS[question.endpoint] ?? [];
  const most = countVisible(question);
  return paths.flatMap((path): readonly Finding[] => {
    const count = readCount(body, path);
    return count > most ? [{ kind: 'count', text: `${path.join('.')} is ${count}, visible are ${most}` }] : [];
  });
}

/** How many transits the answer can be about at most, by gates and one whole plate of the request. */
function countVisible(question: LeakQuestion): number {
  const filter: unknown = Reflect.get(Object(question.asked), 'filter') ?? question.asked;
  const gates: unknown = Reflect.get(Object(filter), 'f_varchi');
  const plate: unknown = Reflect.get(Object(filter), 'f_targa');
  const isTolerant = ['f_allowed_plate_misreads', 'f_allowed_plate_errors'].some((name) =>
    Reflect.has(Object(filter), name),
  );
  const isWholePlate = typeof plate === 'string' && /^[A-Z0-9]{5,9}$/.test(plate) && !isTolerant;
  // A search or estimate that names an own grant counts beyond the look-back (ADR 0027); what it shows is recorded.
  const named = String(Reflect.get(Object(filter), 'consenso'));
  const user = question.user?.grants.has(named) === true ? { ...question.user, lookBackDays: null } : question.user;
  return question.rights.transits.filter(
    (transit) =>
      isShown({ ...question, user }, transit) &&
      (!Array.isArray(gates) || gates.length === 0 || gates.map(Number).includes(transit.gate)) &&
      (!isWholePlate || transit.plate === plate),
  ).length;
}

import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/approvals.ts';
import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { estimateExport, ExportEstimate, fetchExportPart } from '@varco/contract/plant/exports.ts';
import { searchTransits, type TransitFilter, TransitPage } from '@varco/contract/plant/transits.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { delegateTestExport, processAllJobs, verifyTestExport } from '../../testing/export-fixture.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { buildUserSeed, NOW, PLANT, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

/** Rounds of attempts made at one moment; more of them, with another seed, by changing these. */
const ROUNDS = 24;
const AT_ONCE = 8;
const SEED = 81;

const DAY_MS = 86_400_000;
const LOOK_BACK_DAYS = 30;
/** Time that passes between two rounds: grants of an hour end while exports are ordered and built. */
const ROUND_MS = 13 * 60_000;
const DATA = { without_images: true, with_context_images: false, watermark_tag: '' };
const ago = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const PLATES = ['ZA001AA', 'ZA002AA', 'ZA003AA'];
const AGENTS = ['agente.a', 'agente.b'] as const;

let plant: TestPlant;
const stored = new Map<string, { readonly at: string; readonly plate: string }>();
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [
        ...PLANT.groups,
        { id: 7, name: 'fdo pattuglia', level: 5, lookBackDays: LOOK_BACK_DAYS },
        { id: 8, name: 'fdo ufficiali', level: 6, approves: true },
      ],
      users: [
        ...USERS,
        ...AGENTS.map((name, at) => buildUserSeed(40 + at, name, 7)),
        buildUserSeed(50, 'ufficiale', 8),
      ],
    },
    { renewsTokens: true },
  );
  const reads = PLATES.flatMap((plate) => [5, 20, 40, 60, 80].map((days) => ({ gate: 1, plate, at: ago(days) })));
  const inserted = await insertReads(plant.deps.store, reads);
  inserted.forEach(({ id }, at) => stored.set(id, { at: reads[at]?.at ?? '', plate: reads[at]?.plate ?? '' }));
}, 60_000);
afterAll(() => plant.close());

/** What was asked and decided, as the test knows it. `untilMs` null: not granted. */
interface KnownRequest {
  readonly id: string;
  readonly by: string;
  readonly question: TransitFilter;
  untilMs: number | null;
  /** Transits that it has shown. */
  readonly shown: Set<string>;
}

/** An export that a plant accepted. */
interface Ordered {
  readonly by: string;
  readonly filter: ExportedFilter;
  readonly atMs: number;
  readonly guid: string;
  readonly jwt: string;
}

const contains = (question: TransitFilter, { at, plate }: { readonly at: string; readonly plate: string }): boolean =>
  (question.f_targa === undefined || question.f_targa === plate) &&
  (question.f_startTime ?? '') <= at &&
  (question.f_endTime ?? '9') >= at;

/** Recomputed here: whether an export may have a transit, by the limit itself or by grants that were usable when it was ordered. */
function mayHave({ by, filter, atMs }: Ordered, id: string, requests: readonly KnownRequest[]): boolean {
  const transit = stored.get(id);
  if (transit === undefined) return false;
  if (Date.parse(transit.at) >= atMs - LOOK_BACK_DAYS * DAY_MS) return true;
  return requests.some(
    (one) =>
      one.by === by &&
      one.untilMs !== null &&
      one.untilMs > atMs &&
      (filter.f_ids === undefined
        ? one.id === filter.consenso && contains(one.question, transit)
        : one.shown.has(id) && filter.f_ids.includes(id)),
  );
}

test('whatever is ordered, named, picked, guessed and sent again at one moment, no export has more than limit and grants allow', async () => {
  const random = createSeededRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] ?? (items[0] as T);
  const nowMs = (): number => Date.parse(plant.clock.now);
  const requests: KnownRequest[] = [];
  const wrong: string[] = [];
  let [refused, rows, beyond] = [0, 0, 0];
  const buildQuestion = (): TransitFilter => {
    const [first, second] = [ago(pick([35, 50, 70, 90])), ago(pick([1, 10, 45]))];
    return {
      ...(random() < 0.8 ? { f_targa: pick(PLATES) } : {}),
      ...(first <= second ? { f_startTime: first, f_endTime: second } : {}),
    };
  };
  const prepare = async (): Promise<void> => {
    const [by, question] = [pick(AGENTS), buildQuestion()];
    const body = { lotto: randomUUID(), filtro: question, nota: 'serve per le indagini' };
    const { id } = api.Approval.parse((await plant.call(api.requestApproval, { body }, by, REASON)).body);
    if (requests.some((one) => one.id === id)) return;
    const made: KnownRequest = { id, by, question, untilMs: null, shown: new Set() };
    requests.push(made);
    if (random() < 0.3) return;
    const decision = { esito: random() < 0.8 ? 'granted' : 'refused', nota: 'decisione di prova' } as const;
    const answer = await plant.call(api.decideApproval, { params: { id }, body: decision }, 'ufficiale');
    made.untilMs = Date.parse(api.Approval.parse(answer.body).valida_fino ?? '') || null;
    if (made.untilMs === null || random() < 0.5) return;
    const listed = await plant.call(searchTransits, { body: { ...question, consenso: id } }, by, REASON);
    for (const transit of TransitPage.parse(listed.body).objects) made.shown.add(transit.id);
  };
  const buildOrder = (): readonly [string, ExportedFilter] => {
    const named = random() < 0.1 ? randomUUID() : pick(requests).id;
    const known = requests.find(({ id }) => id === named);
    const by = known !== undefined && random() < 0.7 ? known.by : pick(AGENTS);
    if (random() < 0.3)
      return [by, { f_ids: [...stored.keys()].filter(() => random() < 0.5).concat([...stored.keys()][0] ?? '') }];
    const question = random() < 0.7 ? (known?.question ?? {}) : buildQuestion();
    return [by, { ...question, ...(random() < 0.9 ? { consenso: named } : {}) }];
  };
  const order = async (): Promise<readonly Ordered[]> => {
    const [by, filter] = buildOrder();
    const atMs = nowMs();
    const { guid, jwt, answer, push } = await delegateTestExport(plant, { filter, user: by });
    if (answer.status !== 200) {
      refused += 1;
      return [];
    }
    const other = await push({ filter: { ...buildQuestion(), consenso: pick(requests).id, f_lane: [1] } });
    if (other.status !== 403) wrong.push('a delegation was good for another filter');
    // Sent several times at one moment: one part is built.
    await Promise.all([push(), push(), push()]);
    return [{ by, filter, atMs, guid, jwt }];
  };
  const estimate = async (): Promise<readonly Ordered[]> => {
    const [by, filter] = buildOrder();
    const atMs = nowMs();
    const answer = await plant.call(estimateExport, { body: { filter, ...DATA } }, by, REASON);
    const most = [...stored.keys()].filter((id) =>
      mayHave({ by, filter, atMs, guid: '', jwt: '' }, id, requests),
    ).length;
    if (answer.status === 200 && ExportEstimate.parse(answer.body).count > most) wrong.push('an estimate counts more');
    return [];
  };
  const readIds = async (one: Ordered): Promise<readonly string[]> => {
    const { bytes } = await injectJson(plant.app, fetchExportPart, { params: { guid: one.guid } }, { token: one.jwt });
    const { text } = await verifyTestExport(plant, bytes);
    const ids = text('dati.csv')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';')[29]?.replaceAll('"', '') ?? '');
    const source = requests.find(({ id }) => id === one.filter.consenso);
    for (const id of ids) source?.shown.add(id);
    return ids;
  };
  const check = (one: Ordered, ids: readonly string[]): void => {
    rows += ids.length;
    beyond += ids.filter((id) => (stored.get(id)?.at ?? '') < ago(LOOK_BACK_DAYS)).length;
    const more = ids.filter((id) => !mayHave(one, id, requests));
    if (more.length > 0) wrong.push(`${one.by} exported ${more.join(' ')} by ${JSON.stringify(one.filter)}`);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const user of [...AGENTS, 'ufficiale']) await plant.token(user);
    await prepare();
    await prepare();
    const ordered = (await Promise.all(Array.from({ length: AT_ONCE }, () => pick([order, order, estimate])()))).flat();
    plant.clock.now = new Date(nowMs() + ROUND_MS).toISOString();
    await Promise.all([processAllJobs(plant), processAllJobs(plant)]);
    // What an export under an approval had, the approval has shown: a selection built in the same round may have it too.
    const exported = await Promise.all(ordered.map(async (one) => [one, await readIds(one)] as const));
    for (const [one, ids] of exported) check(one, ids);
  }
  expect(wrong).toEqual([]);
  expect([rows > 50, refused > 30, beyond > 20]).toEqual([true, true, true]);
}, 120_000);

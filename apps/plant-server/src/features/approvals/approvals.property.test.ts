import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/approvals.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage, type TransitFilter, type TransitSearch } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { buildUserSeed, NOW, PLANT, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

/** Attempts of a run; more of them, with another seed, by changing these. */
const ATTEMPTS = 400;
const SEED = 57;
/** At one moment; a person may have four searches running. */
const AT_ONCE = 8;

const DAY_MS = 86_400_000;
const LOOK_BACK_DAYS = 30;
const ago = (days: number): string => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const PLATES = ['ZA001AA', 'ZA002AA', 'ZA003AA', 'ZA004AA'];
/** A case of one's own for each: who works on a case does not decide about it. */
const reasonOf = (person: string) => ({
  [REASON_HEADER]: encodeReason({ code: 'training', text: 'prova di addestramento', case: `${person}/2026` }),
});
const AGENTS = ['agente.a', 'agente.b'] as const;
const OFFICERS = ['ufficiale.a', 'ufficiale.b'] as const;

let plant: TestPlant;
/** Instant and plate of each stored transit. */
const stored = new Map<string, { readonly at: string; readonly plate: string }>();
beforeAll(async () => {
  plant = await startTestPlant(
    {
      groups: [
        ...PLANT.groups,
        { id: 7, name: 'fdo pattuglia', level: 5, lookBackDays: LOOK_BACK_DAYS },
        { id: 8, name: 'fdo ufficiali', level: 6, lookBackDays: LOOK_BACK_DAYS, approves: true },
      ],
      users: [
        ...USERS,
        ...AGENTS.map((name, at) => buildUserSeed(40 + at, name, 7)),
        ...OFFICERS.map((name, at) => buildUserSeed(50 + at, name, 8)),
      ],
    },
    { openAuditSink: (pool) => openAuditWriter({ pool, identity: { host: 'prova.example', log: PLANT.uuid } }) },
  );
  const reads = PLATES.flatMap((plate) => [5, 20, 40, 60, 80].map((days) => ({ gate: 1, plate, at: ago(days) })));
  const inserted = await insertReads(plant.deps.store, reads);
  inserted.forEach(({ id }, at) => stored.set(id, { at: reads[at]?.at ?? '', plate: reads[at]?.plate ?? '' }));
  for (const user of [...AGENTS, ...OFFICERS]) await plant.token(user);
});
afterAll(() => plant.close());

/** What was asked and decided, as the test knows it. */
interface KnownRequest {
  readonly id: string;
  readonly by: string;
  readonly question: TransitFilter;
  granted: boolean;
}

/** Recomputed here: whether a person may be shown a transit by one of the grants, or by the limit itself. */
function mayBeShown(person: string, id: string, grants: readonly KnownRequest[]): boolean {
  const transit = stored.get(id);
  if (transit === undefined) return false;
  if (transit.at >= ago(LOOK_BACK_DAYS)) return true;
  return grants.some(
    ({ by, granted, question }) =>
      granted &&
      by === person &&
      (question.f_targa === undefined || question.f_targa === transit.plate) &&
      (question.f_startTime ?? '') <= transit.at &&
      (question.f_endTime ?? '9') >= transit.at,
  );
}

test('whatever is asked, named, guessed and decided at one moment, nothing beyond a limit is shown without a grant', async () => {
  const random = createSeededRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] ?? (items[0] as T);
  const requests: KnownRequest[] = [];
  const wrong: string[] = [];
  let [shown, refused, granted] = [0, 0, 0];
  const buildQuestion = (): TransitFilter => {
    const [first, second] = [ago(pick([35, 50, 70, 90])), ago(pick([1, 10, 45]))];
    return {
      ...(random() < 0.8 ? { f_targa: pick(PLATES) } : {}),
      ...(first <= second ? { f_startTime: first, f_endTime: second } : {}),
    };
  };
  const checkShown = (person: string, ids: readonly string[], about: string): void => {
    shown += ids.length;
    for (const id of ids) if (!mayBeShown(person, id, requests)) wrong.push(`${person} ${about} ${id}`);
  };
  const ask = async (): Promise<void> => {
    const [by, question] = [pick([...AGENTS, ...OFFICERS]), buildQuestion()];
    const body = { lotto: randomUUID(), filtro: question, nota: 'serve per le indagini' };
    const answer = await plant.call(api.requestApproval, { body }, by, reasonOf(by));
    if (answer.status === 200) requests.push({ id: api.Approval.parse(answer.body).id, by, question, granted: false });
    else refused += 1;
  };
  const decide = async (): Promise<void> => {
    if (requests.length === 0) return ask();
    const [request, by] = [pick(requests), pick([...OFFICERS, ...AGENTS])];
    const esito = random() < 0.6 ? 'granted' : 'refused';
    const mayDecide = by !== request.by && OFFICERS.some((name) => name === by);
    const body = { esito, nota: 'decisione di prova' } as const;
    const answer = await plant.call(api.decideApproval, { params: { id: request.id }, body }, by);
    if (answer.status !== 200) return;
    if (!mayDecide) wrong.push(`${by} decided about ${request.by}`);
    if (esito === 'refused') return;
    granted += 1;
    for (const one of requests) if (one.id === request.id) one.granted = true;
  };
  const search = async (): Promise<void> => {
    const person = pick([...AGENTS, ...OFFICERS]);
    const named = random() < 0.2 ? randomUUID() : pick([...requests.map(({ id }) => id), randomUUID()]);
    const known = requests.find(({ id }) => id === named)?.question ?? {};
    const question: TransitSearch = { ...(random() < 0.5 ? known : buildQuestion()), consenso: named, page_size: 50 };
    const answer = await plant.call(searchTransits, { body: question }, person, reasonOf(person));
    if (answer.status !== 200) refused += 1;
    else
      checkShown(
        person,
        TransitPage.parse(answer.body).objects.map(({ id }) => id),
        'searched',
      );
  };
  const open = async (): Promise<void> => {
    const [person, id] = [pick([...AGENTS, ...OFFICERS]), pick([...stored.keys()])];
    const answer = await plant.call(getTransit, { params: { id } }, person, reasonOf(person));
    if (answer.status === 200) checkShown(person, [id], 'opened');
    else refused += 1;
  };
  for (let at = 0; at < ATTEMPTS; at += AT_ONCE) {
    // Decisions and searches in turns: what is known of a grant must not change while a search is judged. Of several decisions about
    // one request at one moment only the one that was taken counts.
    const isDeciding = Math.floor(at / AT_ONCE) % 2 === 0;
    const acts = isDeciding ? [ask, decide, decide] : [search, search, open];
    await Promise.all(Array.from({ length: AT_ONCE }, () => pick(acts)()));
  }
  expect(wrong).toEqual([]);
  expect([shown > 50, refused > 50, granted > 5]).toEqual([true, true, true]);
});

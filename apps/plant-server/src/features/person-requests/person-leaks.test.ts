import { randomUUID } from 'node:crypto';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import * as api from '@varco/contract/plant/person-requests.ts';
import { announceLift, liftRestriction, restrictPersonData } from '@varco/contract/plant/person-restrictions.ts';
import { addTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildUserSeed, NOW, PLANT, REASON, startTestPlant, type TestPlant, USERS } from '../../testing/test-plant.ts';
import { findPersonData } from './find-person-data.ts';
import { composeLetter, type Letter } from './letter.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

/**
 * Requests about generated plates that share gates, notes, lists, alerts and corrections: no answer and no letter may contain another
 * plate, the name of an operator, or a transit outside plate and period. What is theirs is recomputed from the generated data.
 */

const SEED = Number(process.env['VARCO_LEAK_SEED'] ?? 20_261_120);
const REQUESTS = 1000;
/** These go through every call; the others through the functions behind the calls, which is faster. */
const BY_CALLS = 60;
const TODAY = NOW.slice(0, 10);
const OFFICER = 'garante';
const OFFICER_NAME = 'Elena Provatissima';
const SECRETS = [
  OFFICER_NAME,
  OFFICER,
  'operatore',
  'amministratore',
  'pratica-segreta',
  'nota segreta',
  'lista segreta',
];
const FIRST_DAY = '2026-09-01';
const DAYS = 80;

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}
const random = createRandom(SEED);

/** Plates that contain one another, share beginnings and differ by one character. */
const PLATES = Array.from({ length: 60 }, (_, at) => {
  const base = `ZX${String(100 + Math.floor(at / 3))}KQ`;
  return at % 3 === 0 ? base : at % 3 === 1 ? `${base}9` : base.replace('X', 'Y');
});
const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;

interface Passage {
  readonly id: string;
  readonly plate: string;
  readonly atMs: number;
  readonly gate: number;
  /** The vehicle it belongs to, after a correction. */
  owner: string;
}

const GATE_NAMES = new Map(PLANT.gates.map(({ id, fullname }) => [id, fullname]));
let plant: TestPlant;
let passages: readonly Passage[] = [];

beforeAll(async () => {
  plant = await startTestPlant({
    groups: [...PLANT.groups, { id: 8, name: 'ufficio privacy', level: 3, handlesRequests: true }],
    users: [...USERS, buildUserSeed(60, OFFICER, 8, { fullname: OFFICER_NAME })],
  });
  const reads = Array.from({ length: 1500 }, (_, at) => ({
    plate: pick(PLATES),
    gate: 1 + random(4),
    direction: random(3),
    atMs: romeDayStart(FIRST_DAY) + random(DAYS) * 86_400_000 + random(86_400) * 1000 + (at % 1000),
  }));
  const stored = await insertReads(
    plant.deps.store,
    reads.map(({ plate, gate, direction, atMs }) => ({ plate, gate, direction, at: toIsoInstant(atMs) })),
  );
  passages = stored.map(({ id }, at) => ({
    ...(reads[at] as (typeof reads)[number]),
    id,
    owner: reads[at]?.plate ?? '',
  }));
  for (const plate of PLATES.filter(() => random(3) === 0))
    await insertBlacklistRow(plant.pool, plate, { note: 'lista segreta' });
  for (const passage of passages.filter(() => random(25) === 0)) await addNoteOrCorrection(passage);
}, 60_000);
afterAll(() => plant.close());

/** A note that names another plate, or a correction to another plate. */
async function addNoteOrCorrection(passage: Passage): Promise<void> {
  const params = { id: passage.id };
  const other = pick(PLATES);
  if (random(2) === 0) {
    const body = { testo: `nota segreta: con ${other}`, etichette: ['pratica-segreta'] };
    expect((await plant.call(addTransitNote, { params, body }, 'operatore', REASON)).status).toBe(200);
    return;
  }
  const body = { targa: other, reason: 'letta male' };
  expect((await plant.call(correctPlate, { params, body }, 'operatore', REASON)).status).toBe(200);
  passage.owner = other;
}

const post = async <E extends Parameters<typeof plant.call>[0]>(
  endpoint: E,
  input: Parameters<typeof plant.call<E>>[1],
) => {
  const { status, body } = await plant.call(endpoint, input, OFFICER);
  expect(status).toBe(200);
  return body;
};

/** What belongs to the plate in the days, in the order of the answer. */
const listTheirs = (plate: string, from: string, to: string): readonly string[] =>
  passages
    .filter(({ owner, atMs }) => owner === plate && atMs >= romeDayStart(from) && atMs < romeDayStart(addDays(to, 1)))
    .map(({ atMs, gate }) => `${toIsoInstant(atMs)} ${GATE_NAMES.get(gate)}`)
    .toSorted();

const listShown = (transits: readonly api.PersonTransit[]): readonly string[] =>
  transits.map(({ data, varco }) => `${toIsoInstant(parseInstantMs(data))} ${varco}`).toSorted();

interface Generated {
  readonly targa: string;
  readonly dal: string;
  readonly al: string;
  readonly tipo: api.PersonRequestKind;
  readonly regime: api.PersonRequestRegime;
  readonly ground: api.RefusalGround | null;
}

function generateRequest(): Generated {
  const dal = addDays(FIRST_DAY, random(DAYS));
  const to = addDays(dal, random(DAYS - 1));
  const regime = pick(api.PERSON_REQUEST_REGIMES);
  return {
    ...{ targa: pick(PLATES), dal, al: to > TODAY ? TODAY : to, regime },
    tipo: pick(api.PERSON_REQUEST_KINDS.filter((kind) => kind !== 'erasure')),
    ground: random(4) === 0 ? pick(api.listRefusalGrounds(regime)) : null,
  };
}

/** What the officer and the person are shown. */
interface Shown {
  readonly found: { readonly trovato: api.PersonFindings; readonly transiti: readonly api.PersonTransit[] };
  readonly letter: Letter;
}

/** Enters a request, searches, closes it and reads the letter by calls. */
async function showByCalls({ ground, ...asked }: Generated): Promise<Shown> {
  const person = { riferimento: 'Prot. 7', nome: 'Chiara Inventata', recapito: 'Via Finta 1', nazione: '' };
  const body = { ...asked, ...person, lotto: randomUUID(), prova_periodo: '', ricevuta_il: TODAY };
  const { id } = api.PersonRequest.parse(await post(api.addPersonRequest, { body }));
  const params = { id };
  await post(api.provePersonIdentity, { params, body: { prova: 'documento' } });
  const found = api.searchPersonRequest.response.parse(await post(api.searchPersonRequest, { params }));
  const stato = ground === null ? ('answered' as const) : ('refused' as const);
  const isRestricted = stato === 'answered' && asked.tipo === 'restriction';
  if (isRestricted) await post(restrictPersonData, { params, body: { transiti: found.transiti.length } });
  await post(api.endPersonRequest, { params, body: { stato, motivo_rifiuto: ground, decisione: 'nota segreta' } });
  const letter = api.writePersonLetter.response.parse(await post(api.writePersonLetter, { params }));
  if (isRestricted) {
    // Back for the requests that follow.
    await post(announceLift, { params, body: { motivo: 'nota segreta' } });
    await post(liftRestriction, { params, body: { transiti: found.transiti.length } });
  }
  return { found, letter };
}

/** The same by the functions behind the calls. */
async function showDirectly({ targa, dal, al, tipo, regime, ground }: Generated): Promise<Shown> {
  const question = { plate: targa, nation: '', from_day: dal, to_day: al };
  const { findings, transits } = await findPersonData(plant.deps, question);
  const isTable = ground === null && tipo === 'access';
  const letter = composeLetter({
    request: {
      ...{
        ...question,
        reference: 'Prot. 7',
        kind: tipo,
        regime,
        person_name: 'Chiara Inventata',
        contact: 'Via Finta 1',
      },
      ...{ received_on: TODAY, extended_to: null, n_erased: null, n_held: null, ground: ground ?? '', end_at: NOW },
      ...{ n_restricted: null, n_unrestricted: null, restriction_at: null },
      state: ground === null ? 'answered' : 'refused',
    },
    settings: await readPlantSettings(plant.deps.store.runner),
    findings: ground === null ? findings : null,
    transits: isTable ? transits : null,
  });
  return { found: { trovato: findings, transiti: transits }, letter };
}

/** Compares what was shown with the generated data; returns the number of transits shown. */
function checkShown(request: Generated, { found, letter }: Shown): number {
  const { targa, dal, al, tipo, ground } = request;
  const theirs = listTheirs(targa, dal, al);
  expect(listShown(found.transiti)).toEqual(theirs);
  expect(found.trovato.transiti.n).toBe(theirs.length);
  const table = ground === null && tipo === 'access' ? theirs : null;
  expect(letter.allegato === null ? null : listShown(letter.allegato.transiti)).toEqual(table);
  const text = `${JSON.stringify(found)}${JSON.stringify(letter)}`;
  const others = text.match(/Z[XY]\d{3}KQ9?/g)?.filter((word) => word !== targa) ?? [];
  expect([others, SECRETS.filter((secret) => text.includes(secret))]).toEqual([[], []]);
  return theirs.length;
}

test(`${REQUESTS} generated requests disclose nothing about others (seed ${SEED})`, async () => {
  const generated = Array.from({ length: REQUESTS }, generateRequest);
  let shown = 0;
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const [at, request] of generated.entries()) {
        // Requests about one plate come one after the other: a restriction takes its passages away until it is lifted.
        if (PLATES.indexOf(request.targa) % 4 !== lane) continue;
        shown += checkShown(request, await (at < BY_CALLS ? showByCalls(request) : showDirectly(request)));
      }
    }),
  );
  // The generated data must give the answers something to disclose.
  expect(shown).toBeGreaterThan(REQUESTS);
}, 60_000);

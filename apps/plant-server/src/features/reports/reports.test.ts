import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { TransitReport, printTransit, printTransits } from '@varco/contract/plant/reports.ts';
import { createRateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import { injectRaw, type InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { readPdf, type PdfContent } from '../../testing/read-pdf.ts';
import { createPhoto } from '../../testing/send-pictures.ts';
import { NOW, REASON, startTestPlant, USERS, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let ids: string[];
/** SHA-256 of the scene, plate and context picture of the first transits. */
let hashes: { full: string; plate: string; context: string };

const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const DAY = 1_440;

beforeAll(async () => {
  plant = await startTestPlant({
    gates: [
      { id: 1, fullname: 'Porta Fiume', lat: 44.1, lon: 12.2 },
      { id: 2, fullname: 'Porta Santi', lat: 44.2, lon: 12.3 },
      // A name with characters that would reverse or break the line.
      { id: 3, fullname: 'Forlì \u202eÈ "così"\n%PDF-1.7' },
    ],
    users: [
      ...USERS,
      { ...USERS[4]!, id: 30, uuid: '00000000-0000-4000-8000-000000000030', username: 'uno', gates: [1] },
    ],
  });
  const put = async (colour: string) =>
    (await plant.deps.pictures.put(await createPhoto(colour, 900, 500), 'context')).hash;
  hashes = { full: await put('#aa2222'), plate: await put('#22aa22'), context: await put('#2222aa') };
  const reads: NewRead[] = [
    {
      gate: 1,
      plate: 'PR001AA',
      at: ago(10),
      nation: 'I',
      province: 'FC',
      comune: 'Cesena',
      brand: 'Citroën',
      model: 'C3',
      colour: 'grey',
      vehicleClass: 'car',
      direction: 1,
      lane: 2,
      speed: 91,
      euro: 6,
      confidence: 97.3,
      insured: 'no',
      insuredUntil: '2026-10-01',
      inspected: 'si',
      inspectedUntil: '2027-03-31',
      stolen: 'si',
      alarm: 'si',
      sives: 'A1',
      adrKemler: '33',
      adrUn: '1203',
      adrClass: '3',
      pictures: hashes,
    },
    { gate: 2, plate: 'PR002BB', at: ago(20), insured: 'xx', inspected: '<!>', pictures: { full: hashes.full } },
    { gate: 3, plate: 'PR003CC', at: ago(30), insured: '<x>' },
    { gate: 1, plate: 'PR001AA', at: ago(40 * DAY), pictures: hashes },
    { gate: 1, plate: 'PR001AA', at: ago(95 * DAY) },
  ];
  ids = (await insertReads(plant.deps.store, reads)).map((one) => one.id);
  const said = { params: { id: ids[1] ?? '' }, body: { targa: 'PR222BB', reason: 'si legge due' } };
  await plant.call(correctPlate, said, 'operatore');
});
afterAll(() => plant.close());

type Headers = Readonly<Record<string, string>>;
const list = (user: string, requested: readonly (string | undefined)[], headers: Headers = REASON) =>
  print(user, { body: { ids: requested } }, headers);
async function print(user: string, input: object, headers: Headers): Promise<InjectResponse> {
  const endpoint = 'body' in input ? printTransits : printTransit;
  return injectRaw(plant.app, endpoint, input, { token: await plant.token(user), headers });
}
function read(answer: InjectResponse): PdfContent & { readonly report: TransitReport; readonly text: string } {
  expect(answer.status).toBe(200);
  const report = TransitReport.parse(answer.body);
  const pdf = readPdf(Buffer.from(report.data, 'base64'));
  return { ...pdf, report, text: pdf.pages.flat().join('\n') };
}

test('PLAPI-09 a list report says of whom, when and why, and of each transit all that its row says', async () => {
  await plant.token('operatore');
  const before = plant.audit.records.length;
  const answer = await list('operatore', [ids[2], ids[0], ids[1]]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const { report, pages, text, fonts } = read(answer);
  expect(report).toMatchObject({
    fileName: 'transiti-PRN-20261120-153158.pdf',
    mimeType: 'application/pdf',
    count: 3,
    missing: 0,
  });
  expect(fonts).toContain('DejaVuSansCondensed');
  for (const word of [
    'Elenco transiti',
    'Prova Nord',
    'operatore (fdo carabinieri)',
    '20/11/2026 15:31:58',
    'Addestramento: prova di addestramento',
    '12/2026',
    'Pagina 1 di 1',
    'Porta Fiume',
    'Italia, Cesena (FC)',
    'lettura 97,3 %',
    'Entrata città, corsia 2',
    '91 km/h, oltre 70',
    'Citroën C3',
    'Autovettura',
    'grigio',
    'EURO 6',
    'ADR 33/1203',
    'classe 3, liquidi infiammabili',
    '▲ NO, scaduta il 01/10/2026',
    'SI, fino al 31/03/2027',
    '▲ Rubata',
    '▲ A1',
    '▲ Blacklist',
    'Servizio non disponibile',
    'Controllo sospeso per congestione',
    'Licenza non valida',
    'Non controllato',
    'corretta in PR222BB',
    'presente in 2 giorni',
  ])
    expect(text).toContain(word);
  // In the requested order, with both plates of the corrected transit and no direction characters.
  expect(pages[0]?.filter((line) => /^PR00\d\w\w$/.test(line))).toEqual(['PR003CC', 'PR001AA', 'PR002BB']);
  expect(text).toContain('Forlì È "così" %PDF');
  expect(text).not.toContain('\u202e');
  expect(plant.audit.records.slice(before)).toMatchObject([
    {
      action: 'transits.print',
      outcome: 'ok',
      count: 3,
      bytes: Buffer.from(report.data, 'base64').length,
      detail: { ids: [ids[2], ids[0], ids[1]], plates: ['PR003CC', 'PR001AA', 'PR002BB'] },
    },
  ]);
});

test('PLAPI-09 the watermark of every page names user, time, reason and case', async () => {
  const { pages } = read(await list('operatore', ids));
  const mark = 'Prova · utente operatore · 20/11/2026 15:31:58 · Addestramento: prova di addestramento · fasc. 12/2026';
  for (const page of pages) expect(page.filter((line) => line === mark).length).toBeGreaterThan(5);
});

test('PLAPI-09 pictures are thumbnails, small cut-outs themselves; where there is none the report says why', async () => {
  const both = read(await list('operatore', [ids[0]]));
  const thumbnails = [
    await plant.deps.pictures.read(hashes.full, 't400'),
    await plant.deps.pictures.read(hashes.plate, 'full'),
  ];
  expect(both.pictures).toEqual(thumbnails);
  const none = read(await list('operatore', [ids[2]]));
  expect(none.pictures).toEqual([]);
  expect(none.text.replaceAll('\n', ' ')).toContain('La telecamera non ha inviato l’immagine');
  await plant.pool.query('update plant_settings set plate_picture_days = 30');
  const old = read(await list('operatore', [ids[3]]));
  await plant.pool.query('update plant_settings set plate_picture_days = 90');
  expect(old.pictures).toEqual([]);
  expect(old.text.replaceAll('\n', ' ')).toContain('Immagine cancellata: oltre 30 giorni di conservazione');
});

test('PLAPI-08 the report of one transit is one page with its whole pictures, in the language asked for', async () => {
  const headers = { ...REASON, 'accept-language': 'fr;q=0.9, en-GB;q=0.8, it;q=0.7' };
  const answer = await print('operatore', { params: { id: ids[0] } }, headers);
  const { report, pages, text, pictures } = read(answer);
  expect(report).toMatchObject({ fileName: 'transito-PRN-20261120-153158.pdf', count: 1, missing: 0 });
  expect(pages).toHaveLength(1);
  const stored = [hashes.full, hashes.plate, hashes.context].map((hash) => plant.deps.pictures.read(hash, 'full'));
  expect(pictures).toEqual(await Promise.all(stored));
  for (const word of [
    'Transit PR001AA',
    'Printed by',
    'Page 1 of 1',
    'PR001AA',
    'Training: prova di addestramento',
    '33/1203',
    '33 — Highly flammable liquid',
    '1203 — Motor spirit',
  ])
    expect(text).toContain(word);
  expect(text).toContain('▲ NO, expired on 01/10/2026');
});

test('TPERM-13 PLAPI-09 gates and retention limit a report, and the report says how many it left out', async () => {
  await plant.token('uno');
  const before = plant.audit.records.length;
  const gone = String(BigInt(ids[0] ?? 0) + 1n);
  // Gate 2 is not allowed for this user, one transit does not exist, one is past the 90 days.
  const { report, text } = read(await list('uno', [ids[0], ids[1], gone, ids[4]]));
  expect(report).toMatchObject({ count: 1, missing: 3 });
  expect(text).toContain('3 transiti richiesti non sono nel documento');
  expect(text).not.toContain('PR002BB');
  expect(plant.audit.records.slice(before)).toMatchObject([{ action: 'transits.print', outcome: 'partial', count: 1 }]);
  for (const answer of [await list('uno', [ids[1], gone]), await print('uno', { params: { id: ids[1] } }, REASON)])
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
});

test('PLAPI-08 PLAPI-09 who may not see plates gets the blurred scene and no plate, check or presence', async () => {
  const blurred = await plant.deps.pictures.read(hashes.full, 'blurred');
  for (const answer of [
    await list('oscurato', [ids[0], ids[1]]),
    await print('oscurato', { params: { id: ids[0] } }, REASON),
  ]) {
    const { text, pictures } = read(answer);
    expect(pictures[0]).toEqual(blurred);
    expect(new Set(pictures.map((one) => one.toString('base64'))).size).toBe(1);
    expect(text).not.toMatch(/PR0|PR2|▲ (?!91)|passagg|Presenze/);
    expect(text).toContain('Dato oscurato');
    expect(text.replaceAll('\n', ' ')).toContain('Immagine oscurata per i permessi di chi stampa');
  }
});

test('TPERM-12 whoever has a limited range sees presence only within it', async () => {
  const { text } = read(await list('breve', [ids[0]]));
  expect(text).toContain('1 passaggio');
  expect(read(await list('operatore', [ids[0]])).text).toContain('3 passaggi');
});

test('PLAPI-09 no more than 200 transits, and not for everybody', async () => {
  const many = Array.from({ length: 201 }, (_, n) => String(n));
  expect((await list('operatore', many)).status).toBe(400);
  expect((await list('operatore', [])).status).toBe(400);
  expect((await list('operatore', ["1' or 1=1"])).status).toBe(400);
  expect((await list('operatore', ['9999999999999999999'])).status).toBe(404);
  expect((await list('comune', [ids[0]])).status).toBe(403);
  expect((await plant.callRaw(printTransits, { body: { ids } })).status).toBe(401);
  expect((await plant.callRaw(printTransit, { params: { id: ids[0] } })).status).toBe(401);
  await plant.pool.query('update plant_settings set requires_reason = true');
  expect((await list('operatore', ids, {})).status).toBe(428);
  expect((await print('operatore', { params: { id: ids[0] } }, {})).status).toBe(428);
  await plant.pool.query('update plant_settings set requires_reason = false');
});

test('PLAPI-09 200 transits fill numbered pages, each with its head', async () => {
  const reads = Array.from({ length: 200 }, (_, n) => ({
    gate: 1,
    plate: `LG${String(n).padStart(3, '0')}ZZ`,
    at: ago(100 + n),
    pictures: hashes,
  }));
  const many = (await insertReads(plant.deps.store, reads)).map((one) => one.id);
  const { report, pages, pictures } = read(await list('operatore', many));
  expect(report).toMatchObject({ count: 200, missing: 0 });
  expect(pictures).toHaveLength(400);
  expect(pages.flatMap((page) => page.filter((line) => /^LG\d{3}ZZ$/.test(line)))).toEqual(reads.map((r) => r.plate));
  for (const [index, page] of pages.entries()) expect(page).toContain(`Pagina ${index + 1} di ${pages.length}`);
  expect(pages.slice(1).every((page) => page[0] === 'Elenco transiti · Prova Nord')).toBe(true);
});

test('PLAPI-09 a person prints 1 000 transits a minute, counted as transits', async () => {
  const rates = createRateLimiter({ pool: plant.pool, secret: Buffer.alloc(32, 3) });
  const app = buildApp({ ...plant.deps, rates });
  const token = await plant.token('operatore');
  const unknown = Array.from({ length: 200 }, (_, n) => String(n + 1));
  const statuses: number[] = [];
  for (let call = 0; call < 6; call += 1)
    statuses.push((await injectRaw(app, printTransits, { body: { ids: unknown } }, { token, headers: REASON })).status);
  await app.close();
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('no entry in the log, no report', async () => {
  plant.audit.refuseWrites();
  expect(await list('operatore', [ids[0]])).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', sub_code: 'audit_unavailable' } },
  });
});

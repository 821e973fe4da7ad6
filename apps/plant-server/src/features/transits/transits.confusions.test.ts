import { estimateExport, ExportEstimate, fetchExportPart, getExportPart } from '@varco/contract/plant/exports.ts';
import { TransitHistogram, transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import {
  countTransitsByBody,
  MeasuredMisreads,
  searchTransits,
  TransitCount,
  type TransitFilter,
  TransitPage,
} from '@varco/contract/plant/transits.ts';
import { foldPlate } from '@varco/domain/plates/normalise-plate.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { NO_PLATE_INDEX } from '../../plate-index/plate-index-client.ts';
import { delegateTestExport, parsePart, processAllJobs, verifyTestExport } from '../../testing/export-fixture.ts';
import { plantConfusions } from '../../testing/plant-confusions.ts';
import { isoMillisAgo } from '../../testing/reference-search.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Set to 10000 before a release; each case makes six calls. */
const CASES = Number(process.env['VARCO_PROPERTY_CASES'] ?? 150);

/** What gates were measured to confuse, as planted below. */
const MEASURED = [
  { gate: 1, read: 'N', actual: 'M' },
  { gate: 2, read: 'M', actual: 'H' },
];
/** Plates of few characters, so that many differ in one of them. */
const READS = Array.from({ length: 3000 }, (_, n) => ({
  gate: 1 + (n % 4),
  plate: [0, 1, 2, 3].map((at) => 'MNH8B0'.charAt(Math.floor((n * 7919) / 6 ** at) % 6)).join(''),
  at: isoMillisAgo(HOUR_MS + ((n * 104_729) % (10 * DAY_MS))),
}));
/** Few enough for one page. */
const SINCE = isoMillisAgo(3 * DAY_MS);

let plant: TestPlant;
let plain: PlantApp;
let rows: readonly { readonly id: string; readonly gate: number; readonly plate: string; readonly at: string }[];

beforeAll(async () => {
  plant = await startTestPlant({}, { hasPlateIndex: true });
  plain = buildApp({ ...plant.deps, store: { ...plant.deps.store, plateIndex: NO_PLATE_INDEX } });
  const stored = await insertReads(plant.deps.store, READS);
  rows = READS.map((read, n) => ({ ...read, id: String(stored[n]?.id) })).filter(({ at }) => at >= SINCE);
  await plantConfusions(plant, { gate: 1, pair: 'N<M', times: 6 });
  await plantConfusions(plant, { gate: 2, pair: 'M<H', times: 5 });
  // Too few, of the fixed classes, not read at all, made today, and long ago.
  await plantConfusions(plant, { gate: 1, pair: '0<N', times: 4 });
  await plantConfusions(plant, { gate: 3, pair: '8<B', times: 9 });
  await plantConfusions(plant, { gate: 3, pair: '?<M', times: 7 });
  await plantConfusions(plant, { gate: 4, pair: 'K<M', times: 9, correctedDaysAgo: 0.1 });
  await plantConfusions(plant, { gate: 3, pair: 'H<M', times: 9, correctedDaysAgo: 32 });
  await vi.waitUntil(() => plant.deps.store.plateIndex.status().phase === 'ready', { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await plain.close();
  await plant.close();
});

async function search(filter: TransitFilter, user = 'operatore', app = plant.app): Promise<TransitPage> {
  const options = { token: await plant.token(user), headers: REASON };
  const answer = await injectJson(
    app,
    searchTransits,
    { body: { f_allowed_plate_misreads: true, ...filter } },
    options,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return TransitPage.parse(answer.body);
}
async function count(filter: TransitFilter, user: string, app: PlantApp): Promise<number> {
  const options = { token: await plant.token(user), headers: REASON };
  return TransitCount.parse((await injectJson(app, countTransitsByBody, { body: filter }, options)).body).count;
}
const listPairs = ({ scambi_misurati: pairs }: TransitPage) =>
  pairs?.usati.map(({ letta, giusta }) => `${letta}<${giusta}`);

const classOf = (sign: string): string =>
  `[${[...'ABDGHIKLMNOQSZ0123456789'].filter((one) => foldPlate(one) === foldPlate(sign)).join('')}]`;

/** The definition by brute force: the term, or the term with one character replaced by what a searched gate reads for it. */
function fits(plate: string, term: string, gates: readonly number[] | null): boolean {
  const tokens = term.match(/[A-Z0-9]|\*|\{\d\}/g) ?? [];
  const sources = tokens.map((token) => (token === '*' ? '.*' : token.startsWith('{') ? `.${token}` : classOf(token)));
  const replaced = tokens.flatMap((token, at) =>
    MEASURED.filter(({ actual, gate }) => actual === token && gates?.includes(gate) !== false).map(({ read }) =>
      sources.with(at, classOf(read)),
    ),
  );
  return [sources, ...replaced].some((one) => new RegExp(`^${one.join('')}$`).test(plate));
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'MMNHH8B0') },
  { weight: 1, arbitrary: fc.constantFrom('*', '{1}', '{2}') },
);
const terms = fc.array(
  fc.array(piece, { minLength: 2, maxLength: 4 }).map((pieces) => pieces.join('')),
  { minLength: 1, maxLength: 3 },
);

describe('a search with similar characters also accepts what the cameras were measured to confuse', () => {
  test(
    'FLT-25 random searches in memory, in the database and by brute force find the same, page by page and counted',
    async () => {
      let widened = 0;
      await fc.assert(
        fc.asyncProperty(
          terms,
          fc.constantFrom('operatore', 'limitato'),
          fc.constantFrom<number[] | undefined>(undefined, [1], [3], [1, 3]),
          fc.integer({ min: 0, max: 60 }),
          async (texts, user, f_varchi, offs) => {
            const gates = f_varchi ?? (user === 'limitato' ? [1, 3] : null);
            const filter = {
              f_targa: texts.join(','),
              f_allowed_plate_misreads: true,
              f_startTime: SINCE,
              ...(f_varchi === undefined ? {} : { f_varchi }),
            };
            const expected = rows
              .filter(
                ({ gate, plate }) => gates?.includes(gate) !== false && texts.some((one) => fits(plate, one, gates)),
              )
              .toSorted((a, b) => (a.at < b.at ? 1 : -1))
              .map(({ id }) => id);
            for (const app of [plant.app, plain]) {
              const page = await search({ ...filter, offs, page_size: 40 }, user, app);
              expect(page.objects.map(({ id }) => id)).toEqual(expected.slice(offs, offs + 40));
              expect(await count(filter, user, app)).toBe(expected.length);
              if (page.scambi_misurati !== undefined) widened += 1;
            }
          },
        ),
        { numRuns: CASES },
      );
      expect(widened).toBeGreaterThan(CASES / 4);
      expect(plant.counters.plateIndex).toBeGreaterThan(CASES / 2);
    },
    Math.max(240_000, CASES * 300),
  );

  test.each([
    ['one row of each plate', { f_distinct: true }],
    ['recurrence', { f_count_gt: 2 }],
    ['the order by recurrence', { order_by: '-g_transits' }],
    ['days from long ago', { f_startTime: isoMillisAgo(60 * DAY_MS) }],
  ])('FLT-25 with %s, memory and database agree, and find more than without', async (_name, more) => {
    const filter: TransitFilter = { f_targa: 'M*', f_allowed_plate_misreads: true, ...more };
    const found = await search(filter);
    expect(found.objects).toEqual((await search(filter, 'operatore', plain)).objects);
    const counted = await count(filter, 'operatore', plant.app);
    expect(counted).toBe(await count(filter, 'operatore', plain));
    expect(counted).toBeGreaterThan(
      await count({ ...filter, f_allowed_plate_misreads: false }, 'operatore', plant.app),
    );
  });

  test('FLT-25 the picture over time, an export and its estimate have the same passages', async () => {
    const filter: TransitFilter = { f_targa: 'M{1}H*', f_allowed_plate_misreads: true, f_startTime: SINCE };
    const counted = await count(filter, 'operatore', plant.app);
    const histogram = await plant.call(transitHistogram, { body: filter }, 'operatore', REASON);
    const sum = TransitHistogram.parse(histogram.body).secchi.reduce((n, { transiti }) => n + (transiti ?? 0), 0);
    const contents = { without_images: true, with_context_images: false, watermark_tag: '' };
    const estimate = await plant.call(estimateExport, { body: { filter, ...contents } }, 'operatore', REASON);
    expect(counted).toBeGreaterThan(
      await count({ ...filter, f_allowed_plate_misreads: false }, 'operatore', plant.app),
    );
    expect([sum, ExportEstimate.parse(estimate.body).count]).toEqual([counted, counted]);
    const { guid, jwt, push } = await delegateTestExport(plant, { filter });
    await push();
    await processAllJobs(plant);
    const part = parsePart(await injectJson(plant.app, getExportPart, { params: { guid } }, { token: jwt }));
    expect([part.failed, part.progress_count]).toEqual([false, counted]);
    // What a court was given differs from day to day too.
    for (const action of ['exports.estimate', 'exports.deliver'])
      expect(plant.audit.records.findLast((entry) => entry.action === action)?.detail).toMatchObject({
        confusions: expect.arrayContaining(['M > N']),
      });
    const { bytes } = await injectJson(plant.app, fetchExportPart, { params: { guid } }, { token: jwt });
    const { found, text } = await verifyTestExport(plant, bytes);
    expect(found.findings).toEqual([]);
    const { usati } = MeasuredMisreads.parse(found.parts[0]?.manifest?.filter['scambi_misurati']);
    expect(usati).toContainEqual({ letta: 'N', giusta: 'M' });
    expect(text('riepilogo.html')).toContain('scambi_misurati');
  });
});

describe('what the answer says', () => {
  test('FLT-25 such a row is similar, never equal, and the answer names the pairs that widened it', async () => {
    const page = await search({ f_targa: 'MN80', page_size: 999 });
    const kinds = new Map(page.objects.map(({ targa, match }) => [targa, match?.kind]));
    expect([...kinds].filter(([, kind]) => kind === 'exact').map(([plate]) => plate)).toEqual(['MN80']);
    expect(kinds.get('NN80')).toBe('misread');
    expect(listPairs(page)).toEqual(['N<M']);
    expect(page.scambi_misurati?.esclusi).toBe(0);
    expect(listPairs(await search({ f_targa: 'MH80' }))).toEqual(['N<M', 'M<H']);
    // What is found differs from day to day, so the log says by which pairs.
    expect(plant.audit.records.at(-1)?.detail).toMatchObject({ confusions: ['M > N', 'H > M'] });
  });

  test.each([
    ['other characters', { f_targa: 'NB80' }],
    ['exact reading', { f_targa: 'MH80', f_allowed_plate_misreads: false }],
    ['the plate as read', { f_targa: '=MH80' }],
    ['variations, which allow any character', { f_targa: 'MH80', f_allowed_plate_errors: 1 }],
    ['no plate', {}],
  ])('FLT-25 nothing is widened with %s', async (_name, filter) => {
    expect(await search(filter)).not.toHaveProperty('scambi_misurati');
  });

  test('FLT-25 a plate that a person corrected to what cameras confuse is not the one searched for', async () => {
    await insertReads(plant.deps.store, [{ gate: 1, plate: 'CAR0001', at: isoMillisAgo(5000) }]);
    await plant.pool.query(
      `insert into plate_correction (plate, ts, id, corrected, author, reason, made_at)
        select plate, ts, id, 'CAN0001', $1, 'prova', ts from transit where plate = 'CAR0001'`,
      ['00000000-0000-4000-8000-000000000001'],
    );
    for (const app of [plant.app, plain]) {
      expect((await search({ f_targa: 'CAN0001' }, 'operatore', app)).objects).toHaveLength(1);
      expect((await search({ f_targa: 'CAM0001' }, 'operatore', app)).objects).toEqual([]);
    }
  });

  test('FLT-25 of too many plates only the pairs are used that fit, and the answer counts the others', async () => {
    const f_targa = Array.from({ length: 33 }, (_, n) => `MA${n + 10}${n === 0 ? 'H' : ''}`).join(',');
    expect((await search({ f_targa })).scambi_misurati).toEqual({ usati: [{ letta: 'M', giusta: 'H' }], esclusi: 1 });
  });
});

describe('whom the pairs are measured for', () => {
  test('FLT-25 a user learns nothing of gates that user may not see, nor of plates at all', async () => {
    expect(listPairs(await search({ f_targa: 'MH80' }, 'limitato'))).toEqual(['N<M']);
    expect(await search({ f_targa: 'MH80', f_varchi: [3] }, 'limitato')).not.toHaveProperty('scambi_misurati');
    const body = { f_targa: 'MH80', f_allowed_plate_misreads: true };
    const hidden = await plant.call(searchTransits, { body }, 'oscurato', REASON);
    expect([hidden.status, JSON.stringify(hidden.body).includes('scambi')]).toEqual([403, false]);
    expect((await search({ f_targa: 'MH80' }, 'senzavarchi')).objects).toEqual([]);
    expect(await search({ f_targa: 'MH80' }, 'senzavarchi')).not.toHaveProperty('scambi_misurati');
  });

  test('FLT-25 pairs stay the same for a day: what is corrected today counts tomorrow', async () => {
    await plantConfusions(plant, { gate: 3, pair: 'T<Y', times: 8, correctedDaysAgo: 0 });
    expect(await search({ f_targa: 'AY*' })).not.toHaveProperty('scambi_misurati');
    plant.clock.now = new Date(Date.parse(NOW) + DAY_MS).toISOString();
    // Nobody else has signed in before: a token of yesterday has expired.
    expect(listPairs(await search({ f_targa: 'AY*' }, 'pagante'))).toEqual(['T<Y']);
    expect(listPairs(await search({ f_targa: 'MK*' }, 'pagante'))).toEqual(['K<M', 'N<M']);
    plant.clock.now = NOW;
    expect(listPairs(await search({ f_targa: 'MK*' }))).toEqual(['N<M']);
  });
});

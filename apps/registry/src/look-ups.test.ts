import { mkdtemp, readFile, appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFault, type RegistryFault } from '@varco/contract/registry/faults.ts';
import {
  listCharges,
  LookUpRecord,
  registryLookUp,
  type RegistryLookUpRequest,
} from '@varco/contract/registry/look-up.ts';
import { REGISTRY_HEADERS } from '@varco/contract/registry/vehicle-status.ts';
import { openLookUpSource, openOwnerSource, openRegistrySource } from '@varco/sim/registry-source.ts';
import { silentLog } from '@varco/server-kit/log/log.ts';
import { injectJson } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildRegistryApp } from './app.ts';
import { openChargeLedger } from './charge-ledger.ts';

const SEED = 7;
const DAY = '2026-11-20';
const vpn = { user: 'line-7', password: 'a line password' };
const ministry = { user: 'office-3', password: 'an office password' };
const headers = {
  [REGISTRY_HEADERS.vpnUser]: vpn.user,
  [REGISTRY_HEADERS.vpnPassword]: vpn.password,
  [REGISTRY_HEADERS.ministryUser]: ministry.user,
  [REGISTRY_HEADERS.ministryPassword]: ministry.password,
};
const records = {
  vehicle: openRegistrySource(SEED),
  findPlates: openOwnerSource(SEED),
  lookUp: openLookUpSource(SEED),
};
const REQUEST = '5b2d0c1e-7a44-4c55-9d53-0f6a2f5f1a01';
const BOOKLET: RegistryLookUpRequest = {
  kind: 'booklet',
  key: { kind: 'plate', value: 'GK508RB' },
  vehicle_kind: 'car',
};

let folder: string;
let now: Date;
let app: ReturnType<typeof start>;
const start = (file: string) =>
  buildRegistryApp({
    vpn,
    ministry,
    records,
    log: silentLog,
    now: () => now,
    demo: true,
    slowMs: 5,
    ledger: openChargeLedger(file),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-charges-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  now = new Date('2026-11-20T10:00:00Z');
  app = start('');
});
afterEach(() => app.close());

const ask = (question: RegistryLookUpRequest, chargeId: string | null = REQUEST, isRecall = false) =>
  injectJson(
    app,
    registryLookUp,
    { body: { ...question, charge_id: chargeId, only_if_charged: isRecall } },
    { headers },
  );
const charges = async () => (await injectJson(app, listCharges, {}, { headers })).body;
const fault = (name: RegistryFault, calls = 1) => injectJson(app, setFault, { body: { fault: name, calls } });

describe('what a look-up tells', () => {
  test('basic: cover and inspection, free; nothing of the owner', async () => {
    const { status, body } = await ask({ ...BOOKLET, kind: 'basic' }, null);
    expect(status).toBe(200);
    expect(body).toMatchObject({ charge: null, record: { plate: 'GK508RB', insurance: {}, inspection: {} } });
    expect(JSON.stringify(body)).not.toContain('tax_code');
  });

  test('a booklet is found by plate and by chassis, and says the same as the status of the vehicle', async () => {
    const byPlate = await ask(BOOKLET);
    const record = LookUpRecord.parse(Reflect.get(Object(byPlate.body), 'record'));
    expect(record).toMatchObject({ document: {}, administrative: {}, insurance: {} });
    const status = records.vehicle('GK508RB', DAY);
    expect(record.insurance?.grace_until).toBe(status?.insurance?.grace_until);
    expect(record.administrative?.list_c).toBe(status?.list_c);
    expect(record.person ?? record.company).toBeDefined();
    const key = { kind: 'chassis', value: record.chassis ?? '' } as const;
    const byChassis = await ask({ ...BOOKLET, key }, '5b2d0c1e-7a44-4c55-9d53-0f6a2f5f1a02');
    expect(byChassis.body).toMatchObject({ record: { plate: 'GK508RB' } });
  });

  test('owner, what stands in the name, licence by code and by number, infractions: one world', async () => {
    const person = findDriver();
    const found = await ask({ kind: 'booklet', key: { kind: 'tax-code', value: person.code }, vehicle_kind: null });
    expect(found.body).toMatchObject({ record: { person: { tax_code: person.code }, lines: [expect.any(String)] } });
    const byCode = records.lookUp(
      { kind: 'licence', key: { kind: 'tax-code', value: person.code }, vehicle_kind: null },
      DAY,
    );
    const number = byCode?.licence?.number ?? '';
    const byNumber = await ask(
      { kind: 'licence', key: { kind: 'licence-number', value: number }, vehicle_kind: null },
      '5b2d0c1e-7a44-4c55-9d53-0f6a2f5f1a03',
    );
    expect(byNumber.body).toMatchObject({ record: { person: { tax_code: person.code }, licence: { number } } });
    const documents: unknown = Reflect.get(Object(byNumber.body), 'documents');
    for (const name of ['preview', 'full'])
      expect(Buffer.from(String(Reflect.get(Object(documents), name)), 'base64').toString('latin1')).toMatch(
        /^%PDF-1\.4/,
      );
    const points = await ask(
      { kind: 'infractions', key: { kind: 'tax-code', value: person.code }, vehicle_kind: null },
      '5b2d0c1e-7a44-4c55-9d53-0f6a2f5f1a04',
    );
    const record = LookUpRecord.parse(Reflect.get(Object(points.body), 'record'));
    const lost = (record.infractions ?? []).reduce((sum, one) => sum + one.points, 0);
    expect(lost).toBe(30 - (record.licence?.points ?? 0));
  });

  test('what is not in the register is an answer and costs nothing', async () => {
    for (const key of [
      { kind: 'plate', value: 'MKR4821' },
      { kind: 'chassis', value: 'ZZZ00000000000000' },
      { kind: 'chassis', value: 'ABCDE' },
      { kind: 'licence-number', value: 'U10000000X' },
    ] as const) {
      const { status, body } = await ask({ kind: 'booklet', key, vehicle_kind: null });
      expect({ status, body }).toMatchObject({ status: 200, body: { record: null, charge: null } });
    }
    expect(await charges()).toMatchObject({ count: 0 });
  });
});

/** A driver of the world with a licence and points lost. */
function findDriver(): { readonly code: string } {
  for (let i = 100; i < 999; i++) {
    const key = { kind: 'plate', value: `GA${i}AA` } as const;
    const code = records.lookUp({ kind: 'owner', key, vehicle_kind: null }, DAY)?.person?.tax_code;
    if (code === undefined) continue;
    const points = records.lookUp({ kind: 'licence', key: { kind: 'tax-code', value: code }, vehicle_kind: null }, DAY);
    if ((points?.licence?.points ?? 30) < 30) return { code };
  }
  throw new Error('no driver');
}

describe('charges', () => {
  test('one wish is charged once, however often it is repeated, and answered in full each time', async () => {
    const first = await ask(BOOKLET);
    now = new Date('2026-12-24T10:00:00Z');
    const again = await ask(BOOKLET);
    expect(again.body).toEqual(first.body);
    expect(await charges()).toMatchObject({ count: 1, cents: 162, charges: [{ charge_id: REQUEST, kind: 'booklet' }] });
    expect(JSON.stringify(await charges())).not.toContain('GK508RB');
  });

  test('another question under the same wish is refused, a charged kind without a wish too', async () => {
    await ask(BOOKLET);
    expect(await ask({ ...BOOKLET, kind: 'owner' })).toMatchObject({ status: 409 });
    expect(await ask(BOOKLET, null)).toMatchObject({ status: 400 });
    expect(await charges()).toMatchObject({ count: 1 });
  });

  test('a recall never charges: nothing was paid, nothing is found', async () => {
    expect(await ask(BOOKLET, REQUEST, true)).toMatchObject({ status: 404 });
    await ask(BOOKLET);
    expect(await ask(BOOKLET, REQUEST, true)).toMatchObject({ status: 200, body: { charge: { cents: 162 } } });
    expect(await charges()).toMatchObject({ count: 1 });
  });

  test('a refused call costs nothing; an answer that broke off was charged, and is there to be asked for', async () => {
    for (const name of ['congested', 'maintenance', 'refuse'] as const) {
      await fault(name);
      expect((await ask(BOOKLET)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await charges()).toMatchObject({ count: 0 });
    await fault('nonsense');
    await ask(BOOKLET).catch(() => null);
    expect(await charges()).toMatchObject({ count: 1 });
    expect(await ask(BOOKLET, REQUEST, true)).toMatchObject({ status: 200 });
  });

  test('are kept over a restart, a line cut off by a power failure apart, and say nothing of what was asked', async () => {
    const file = join(folder, 'charges.jsonl');
    await app.close();
    app = start(file);
    await ask(BOOKLET);
    await appendFile(file, '\n{"charge_id":"5b2d');
    await app.close();
    app = start(file);
    expect(await ask(BOOKLET, REQUEST, true)).toMatchObject({ status: 200 });
    await ask({ ...BOOKLET, kind: 'owner' }, '5b2d0c1e-7a44-4c55-9d53-0f6a2f5f1a09');
    await app.close();
    app = start(file);
    expect(await charges()).toMatchObject({ count: 2, cents: 272 });
    expect(await readFile(file, 'utf8')).not.toContain('GK508RB');
  });
});

test('the stand-in describes itself in a demo', async () => {
  const page = await app.inject({ method: 'GET', url: '/api/docs' });
  expect(page.statusCode).toBe(200);
  expect(page.payload).toContain('/v1/look-ups');
});

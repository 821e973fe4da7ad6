import { createPhoto } from '@varco/plant-server/testing/send-pictures.ts';
import { expect, test } from 'vitest';
import type { AttackAnswer } from './attack-request.ts';
import { findLeaks, type LeakQuestion } from './leak-oracle.ts';
import type { PlantRightsData, UserRights } from './rights-data.repository.ts';
import type { Exposure, SeededTransit } from './seeded-transits.ts';

const NOW_MS = Date.parse('2026-11-20T14:31:58.000Z');
const HOUR_MS = 3_600_000;

const build = (id: string, plate: string, gate: number, exposure: Exposure, hours = 1): SeededTransit => ({
  ...{ id, plate, gate, exposure, atMs: NOW_MS - hours * HOUR_MS },
  ...{ scene: [20, 60, 20], crop: [20, 60, 140] },
});
const OPEN = build('1145698732100096017', 'ZA101QT', 1, 'nothing');
const CLOSED = build('1145698732100096018', 'ZA102QT', 2, 'nothing');
const OLD = build('1145698732100096019', 'ZA103QT', 1, 'nothing', 24 * 100);
const TRANSITS = [OPEN, CLOSED, OLD];

const USER: UserRights = {
  ...{ username: 'limitato', level: 5, group: 'fdo carabinieri', isAdmin: false, gates: [1], tMaxMinutes: 0 },
  ...{ seesPlates: true, insertsLists: null, managesUsers: false, managesDistricts: false },
  ...{ isResponsible: false, readsAudit: false, lookBackDays: null, approves: false, handlesRequests: false },
  approvedTransits: new Set(),
  grants: new Set(),
};
const RIGHTS: PlantRightsData = { users: new Map(), retentionDays: 90, timeLimit: 'window', transits: TRANSITS };

const question = (more: Partial<LeakQuestion> = {}): LeakQuestion => ({
  ...{ endpoint: 'searchTransits', user: USER, rights: RIGHTS, transits: TRANSITS, nowMs: NOW_MS, sent: '', asked: {} },
  ...more,
});
const answer = (body: unknown): AttackAnswer => ({
  ...{ status: 200, headers: { 'content-type': 'application/json' }, ms: 1, failure: null },
  bytes: Buffer.from(JSON.stringify(body)),
});
const texts = async (asked: LeakQuestion, given: AttackAnswer): Promise<readonly string[]> =>
  (await findLeaks(asked, given)).map(({ kind, text }) => `${kind} ${text}`);

test('ids and plates of other gates and past retention are leaks, those of the own gate are not', async () => {
  expect(await texts(question(), answer({ id: OPEN.id, targa: OPEN.plate }))).toEqual([]);
  expect(await texts(question(), answer({ id: CLOSED.id, targa: CLOSED.plate }))).toEqual([
    `leak id ${CLOSED.id} of gate 2, 60 minutes old`,
    `leak plate ${CLOSED.plate} of gate 2, 60 minutes old`,
  ]);
  expect(await texts(question(), answer([OLD.plate]))).toHaveLength(1);
});

test('the own log shows what earlier rights allowed, and no other call does', async () => {
  const earlier = [{ user: { ...USER, gates: [1, 2] }, rights: RIGHTS }];
  const given = answer({ plate: CLOSED.plate });
  expect(await texts(question({ endpoint: 'listOwnAudit', earlier }), given)).toEqual([]);
  expect(await texts(question({ endpoint: 'searchTransits', earlier }), given)).toHaveLength(1);
  expect(await texts(question({ endpoint: 'listOwnAudit' }), given)).toHaveLength(1);
  const redacted = [{ user: { ...USER, gates: [1, 2], seesPlates: false }, rights: RIGHTS }];
  expect(await texts(question({ endpoint: 'listOwnAudit', earlier: redacted }), given)).toHaveLength(1);
});

test('nobody, and a group that is no force, may see nothing; a redacted person no plate', async () => {
  const given = answer({ targa: OPEN.plate });
  expect(await texts(question({ user: null }), given)).toHaveLength(1);
  expect(await texts(question({ user: { ...USER, group: 'comune' } }), given)).toHaveLength(1);
  expect(await texts(question({ user: { ...USER, level: 4 } }), given)).toHaveLength(1);
  const redacted = { ...USER, seesPlates: false };
  expect(await texts(question({ user: redacted }), given)).toHaveLength(1);
  expect(await texts(question({ user: redacted }), answer({ id: OPEN.id }))).toEqual([]);
});

test('t_max hides an old transit where it is an age, and only there', async () => {
  const user = { ...USER, tMaxMinutes: 30 };
  const given = answer([OPEN.plate]);
  expect(await texts(question({ user }), given)).toEqual([]);
  expect(await texts(question({ user, rights: { ...RIGHTS, timeLimit: 'age' } }), given)).toHaveLength(1);
});

test('what the caller sent may come back', async () => {
  expect(await texts(question({ sent: CLOSED.plate }), answer([CLOSED.plate]))).toEqual([]);
});

test('an estimate that names an own grant counts beyond the look-back, and no other does', async () => {
  const user = { ...USER, lookBackDays: 30, grants: new Set(['0d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10']) };
  const rights = { ...RIGHTS, retentionDays: 365 };
  const estimate = (consenso: string) =>
    texts(
      question({ endpoint: 'estimateExport', user, rights, asked: { filter: { consenso } } }),
      answer({ count: 2 }),
    );
  expect(await estimate('0d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10')).toEqual([]);
  expect(await estimate('1d6c6f7c-55a1-4a0e-9c4a-3b8a1f3f6d10')).toEqual(['count count is 2, visible are 1']);
});

test('a count above what is visible is a leak, also of one gate or one plate', async () => {
  const count = (most: number) => answer({ pagination: { count: most } });
  expect(await texts(question(), count(1))).toEqual([]);
  expect(await texts(question(), count(2))).toEqual(['count pagination.count is 2, visible are 1']);
  expect(await texts(question({ asked: { f_varchi: [2] } }), count(1))).toHaveLength(1);
  expect(await texts(question({ asked: { f_targa: CLOSED.plate } }), count(1))).toHaveLength(1);
  expect(await texts(question({ asked: { f_targa: OPEN.plate } }), count(1))).toEqual([]);
  const overTime = (...numbers: readonly (number | null)[]) =>
    answer({ secchi: numbers.map((transiti) => ({ transiti })) });
  const asked = question({ endpoint: 'transitHistogram' });
  expect(await texts(asked, overTime(0, 1, null))).toEqual([]);
  expect(await texts(asked, overTime(1, null, 1))).toEqual(['count secchi.transiti is 2, visible are 1']);
});

test('a picture shows its transit, and the picture of a plate is for those who see plates', async () => {
  const picture = async (colour: string): Promise<AttackAnswer> => ({
    ...{ status: 200, headers: { 'content-type': 'image/jpeg' }, ms: 1, failure: null },
    bytes: await createPhoto(colour, 64, 36),
  });
  const transits = [OPEN];
  const scene = await picture('rgb(20,60,20)');
  expect(await texts(question({ transits }), scene)).toEqual([]);
  expect(await texts(question({ transits, user: null }), scene)).toHaveLength(1);
  const crop = await picture('rgb(20,60,140)');
  expect(await texts(question({ transits }), crop)).toEqual([]);
  expect(await texts(question({ transits, user: { ...USER, seesPlates: false } }), crop)).toHaveLength(1);
});

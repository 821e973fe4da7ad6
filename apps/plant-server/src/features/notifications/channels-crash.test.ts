import { ingestReads } from '@varco/contract/plant/ingest.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestMailServer, startTestMailServer } from '../../testing/channel-receivers.ts';
import { buildApiKeyHeader } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { createPlantProcess, type PlantProcess, type KillTarget } from '../../testing/plant-process.ts';

const RECIPIENTS = 3;
const PLATES = Array.from({ length: 40 }, (_, i) => `CC${String(100 + i)}ZZ`);
const MESSAGE_COUNT = RECIPIENTS * PLATES.length;
/** The process killed after the mail server has received this many messages. Eight are sent at any moment. */
const KILLS: readonly (readonly [number, KillTarget])[] = [
  [20, 'plant'],
  [50, 'both'],
  [80, 'plant'],
];
const SENDERS = 8;

let plant: PlantProcess;
let post: TestMailServer;
beforeAll(async () => {
  vi.stubEnv('VARCO_DEMO', '1');
  vi.stubEnv('VARCO_OUTBOUND_CIDRS', '127.0.0.0/8');
  post = await startTestMailServer();
  plant = await createPlantProcess();
  await plant.withDatabase(prepare);
  await plant.start();
}, 90_000);
afterAll(async () => {
  await plant.remove();
  await post.close();
  vi.unstubAllEnvs();
}, 60_000);

async function prepare(pool: Pool): Promise<void> {
  for (const plate of PLATES) await insertBlacklistRow(pool, plate);
  const mail = { server: '127.0.0.1', porta: post.port, sicurezza: 'nessuna', utente: '' };
  await pool.query(`update alert_channel set is_enabled = true, settings = $1 where kind = 'mail'`, [
    { ...mail, mittente: 'varco@prova.example', autorita: '' },
  ]);
  await pool.query(
    `insert into alert_recipient (channel, name, address, kinds, cooldown_min, per_minute, created_at, updated_at)
     select 'mail', 'Ufficio ' || n, 'ufficio' || n || '@gdf.it', '{blacklist}', 0, 60, now(), now() from generate_series(1, $1::int) as n`,
    [RECIPIENTS],
  );
}

/** Ids of messages the plant has recorded as sent. */
const recordedAsSent = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>(`select id::text as id from alert_delivery where outcome = 'sent'`);
  return rows.map(({ id }) => id);
};
/** Waits until the one-minute lease of claimed messages has expired. */
const passLeases = (pool: Pool): Promise<unknown> =>
  pool.query(
    `update alert_delivery set next_try_at = next_try_at - interval '1 minute' where outcome is null and next_try_at > now()`,
  );
/** Number of times the mail server received each message, by its id. */
function timesRead(): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { messageId } of post.mails) {
    const id = /^<alert-\d+-new-(\d+)@/.exec(messageId)?.[1] ?? messageId;
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}

it('decisions: killed while it sends, alone or with its database, a plant sends every message, and none again that a mail server took and it had recorded', async () => {
  post.onMail = (take) => setTimeout(take, 30);
  const reads = PLATES.map((targa, i) => ({
    varco_id: 1 + (i % 3),
    targa,
    data: new Date(Date.now() - 60_000 + i).toISOString(),
  }));
  expect((await plant.post(ingestReads.path, { reads }, buildApiKeyHeader('all'))).status).toBe(200);

  /** Number of times each message had been received when it was recorded as sent. */
  const recorded = new Map<string, number>();
  for (const [after, victim] of KILLS) {
    await expect.poll(() => timesRead().size, { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(after);
    await plant.kill(victim);
    const sent = await plant.withDatabase(recordedAsSent);
    // Sending had started and was not finished.
    expect([sent.length > 0, sent.length < MESSAGE_COUNT]).toEqual([true, true]);
    for (const id of sent) if (!recorded.has(id)) recorded.set(id, timesRead().get(id) ?? 0);
    await plant.withDatabase(passLeases);
    await plant.start();
  }
  await expect
    .poll(async () => (await plant.withDatabase(recordedAsSent)).length, { timeout: 30_000 })
    .toBe(MESSAGE_COUNT);

  const times = timesRead();
  expect(times.size).toBe(MESSAGE_COUNT);
  expect([...recorded].filter(([id, before]) => before === 0 || times.get(id) !== before)).toEqual([]);
  // Received by the mail server, but the plant died before recording it: it is sent again with the same id.
  expect(post.mails.length - MESSAGE_COUNT).toBeLessThanOrEqual(SENDERS * KILLS.length);
  const { rows } = await plant.withDatabase((pool) =>
    pool.query(`select count(*)::int as n, count(distinct (alert, recipient))::int as distinct from alert_delivery`),
  );
  expect(rows).toEqual([{ n: MESSAGE_COUNT, distinct: MESSAGE_COUNT }]);
}, 120_000);

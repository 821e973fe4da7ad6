import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestMailServer, startTestMailServer } from '../../testing/channel-receivers.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { runLoops } from '../../testing/run-loops.ts';
import { startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const SENDERS = 8;
const PLATES = Array.from({ length: 30 }, (_, i) => `EE${String(100 + i)}ZZ`);

let plant: TestPlant;
let post: TestMailServer;
beforeAll(async () => {
  plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS) },
    { isDemo: true, outbound: { allowedCidrs: ['127.0.0.0/8'] } },
  );
  post = await startTestMailServer();
  for (const plate of PLATES) await insertBlacklistRow(plant.pool, plate);
  const mail = { server: '127.0.0.1', porta: post.port, sicurezza: 'nessuna', utente: '' };
  await plant.pool.query(`update alert_channel set is_enabled = true, settings = $1 where kind = 'mail'`, [
    { ...mail, mittente: 'varco@prova.example', autorita: '' },
  ]);
  await plant.pool.query(
    `insert into alert_recipient (channel, name, address, kinds, cooldown_min, per_minute, created_at, updated_at)
     values ('mail', 'Ufficio', 'ufficio@gdf.it', '{blacklist}', 0, 60, now(), now())`,
  );
});
afterAll(async () => {
  await plant.close();
  await post.close();
});
beforeEach(async () => {
  post.onMail = (take) => take();
  post.mails.length = 0;
  post.connectionCount = 0;
  for (const table of ['alert', 'rate_counter']) await plant.pool.query(`delete from ${table}`);
});

let secondsPassed = 0;
async function sendRead(...plates: readonly string[]): Promise<void> {
  secondsPassed += 1;
  const data = toIsoInstant(parseInstantMs(plant.clock.now) - secondsPassed * 1000);
  const reads = plates.map((targa) => ({ varco_id: 1, targa, data }));
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
}
const runDispatcher = async (): Promise<void> => {
  await plant.deps.alerts.publishPending();
  await plant.deps.channels.flush();
};
const outcomes = async (): Promise<unknown> =>
  (
    await plant.pool.query(
      'select outcome, max(tries) as tries, count(*)::int as n from alert_delivery group by 1 order by 1',
    )
  ).rows;

describe('connections to the mail server', () => {
  it('a storm shares few of them, each message arrives once, and a moment later they are ended', async () => {
    await sendRead(...PLATES);
    await runDispatcher();
    expect(post.mails).toHaveLength(PLATES.length);
    expect(new Set(post.mails.map(({ messageId }) => messageId)).size).toBe(PLATES.length);
    expect(post.connectionCount).toBeLessThanOrEqual(SENDERS);
    expect(await outcomes()).toEqual([{ outcome: 'sent', tries: 1, n: PLATES.length }]);
    await expect.poll(() => post.openConnections).toBe(0);
  });

  it('a server that ends a free connection costs the next message nothing', async () => {
    await sendRead('EE100ZZ');
    await runDispatcher();
    expect(post.openConnections).toBe(1);
    post.closeConnections();
    await sendRead('EE101ZZ');
    await runDispatcher();
    expect(post.mails).toHaveLength(2);
    expect(await outcomes()).toEqual([{ outcome: 'sent', tries: 1, n: 2 }]);
    const { rows } = await plant.pool.query(`select fails, failing_since from alert_channel where kind = 'mail'`);
    expect(rows).toEqual([{ fails: 0, failing_since: null }]);
  });

  it('a message that is long under way delays no other', async () => {
    let takeSecond = (): void => {};
    const ending = new AbortController();
    const running = runLoops(plant.deps.channels, ending.signal);
    const raise = async (plate: string): Promise<void> => {
      await sendRead(plate);
      await plant.deps.alerts.publishPending();
    };
    try {
      await raise('EE100ZZ');
      await expect.poll(outcomes).toEqual([{ outcome: 'sent', tries: 1, n: 1 }]);
      post.onMail = (take) => (takeSecond = take);
      await raise('EE101ZZ');
      await expect.poll(() => post.mails.length).toBe(2);
      post.onMail = (take) => take();
      await raise('EE102ZZ');
      await expect.poll(outcomes).toEqual([
        { outcome: 'sent', tries: 1, n: 2 },
        { outcome: null, tries: 1, n: 1 },
      ]);
    } finally {
      ending.abort();
      takeSecond();
      await running;
    }
    // After the server stopped, the message in transmission was completed.
    expect(await outcomes()).toEqual([{ outcome: 'sent', tries: 1, n: 3 }]);
    expect(post.mails).toHaveLength(3);
  });
});

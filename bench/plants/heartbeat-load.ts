import { setTimeout as delay } from 'node:timers/promises';
import { heartbeat } from '@varco/contract/portal/heartbeat.ts';
import { signPlantCall } from '@varco/server-kit/auth/plant-call.ts';
import { readProcessorTime } from '../sizing/process-use.ts';
import { buildFleetUrl, buildFleetUuid } from '../web/fleet.ts';
import { summarizeTimes, type Times } from '../stats.ts';
import { PROXY_ADDRESS } from '../world/healthy-world.ts';
import { buildFleetKey, MANY_PLANTS } from './many-plants-fleet.ts';
import { Agent, request } from 'node:http';

export interface HeartbeatFigures {
  readonly sent: number;
  readonly refused: number;
  readonly calls: Times | null;
  /** Share of one core that the portal used, percent; what it uses at rest is subtracted. */
  readonly corePercent: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Every plant of the fleet reports once a minute to the portal, evenly spread. @param pid process of the portal */
export async function measureHeartbeats(origin: string, pid: number, seconds: number): Promise<HeartbeatFigures> {
  const keys = Array.from({ length: MANY_PLANTS.size }, (_, index) => buildFleetKey(index));
  const atRest = await measureCore(pid, 10_000, () => delay(10_000));
  const times: number[] = [];
  let refused = 0;
  const corePercent = await measureCore(pid, seconds * 1_000, async () => {
    const everyMs = 60_000 / MANY_PLANTS.size;
    const begunMs = performance.now();
    const calls: Promise<void>[] = [];
    for (let sent = 0; sent * everyMs < seconds * 1_000; sent += 1) {
      await delay(Math.max(0, begunMs + sent * everyMs - performance.now()));
      const index = sent % MANY_PLANTS.size;
      const sentMs = performance.now();
      calls.push(
        sendHeartbeat(origin, index, keys[index]).then((status) => {
          if (status === 200) times.push(performance.now() - sentMs);
          else refused += 1;
        }),
      );
    }
    await Promise.all(calls);
  });
  return {
    sent: times.length,
    refused,
    calls: summarizeTimes(times),
    corePercent: Math.round((corePercent - atRest) * 10) / 10,
  };
}

/** Processor time of a process while something runs, in percent of one core. */
async function measureCore(pid: number, ms: number, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => (await readProcessorTime({ plant: pid, postmasters: [] })).plantMs;
  const before = await read();
  await work();
  return ((await read()) - before) / (ms / 100);
}

function sendHeartbeat(
  origin: string,
  index: number,
  key: ReturnType<typeof buildFleetKey> | undefined,
): Promise<number> {
  if (key === undefined) throw new Error('a plant without a key');
  const now = new Date();
  const { method, path } = heartbeat;
  const body = JSON.stringify({
    plant_uuid: buildFleetUuid(index),
    url: buildFleetUrl(MANY_PLANTS, index),
    label: `Sito ${String(index + 1).padStart(3, '0')}`,
    status_message: 'ok',
    server_time: now.toISOString(),
    last_plate_date: now.toISOString(),
    license_expiration: '2099-12-31',
    version: '1.0.0',
  });
  const keys = { current: key, previous: null };
  const headers = {
    ...signPlantCall({ keys, plantUuid: buildFleetUuid(index), method, path, body, now }),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `10.9.${index >> 8}.${index & 255}`,
  };
  return new Promise((resolve) => {
    const call = request(`${origin}${path}`, { method, agent, family: 4, localAddress: PROXY_ADDRESS, headers });
    call.once('error', () => resolve(0));
    call.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    call.end(body);
  });
}

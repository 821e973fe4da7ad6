import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import { livePassages } from '@varco/sim/live.ts';
import { openPictures, type PictureMaker } from '@varco/sim/pictures.ts';
import type { Passage } from '@varco/sim/reads.ts';
import { generatePlantPassages, type Traffic } from '@varco/sim/traffic.ts';
import { planDemoTraffic } from './demo-traffic.ts';
import { type DemoPlant, computeLayout, WORLD_SEED } from './layout.ts';
import { readDemoOptions } from './options.ts';
import { readPlantKeys } from './plant-keys.ts';

/**
 * The cameras of the demo: a separate process that sends reads with pictures to the plants' ingest API. First the
 * newest seeded reads get their pictures (sending the same read again does not create a second transit), then live
 * reads follow in real time. No server code may be loaded here: a plant's picture engine refuses the drawings this
 * process creates.
 */

/**
 * Number of newest seeded reads per plant that get pictures. Few in a tiny world, because drawing one takes a quarter
 * of a second.
 */
const PICTURED_PER_PLANT = { tiny: 30, other: 120 };
/** Live reads per second of one plant; with more, most plates would be new ones. */
const LIVE_PER_SECOND = 0.4;
const RETRY_MS = 2_000;
const SEND_TIMEOUT_MS = 30_000;

const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
process.on('SIGINT', () => stopping.abort());

/** Sends one read with its pictures and retries until the plant accepts it, like a camera with a buffer. */
async function sendRead(plant: DemoPlant, key: string, maker: PictureMaker, passage: Passage): Promise<void> {
  const pictures = await maker.draw(plant.sim, passage);
  const { signal } = stopping;
  while (!signal.aborted) {
    const form = new FormData();
    const read = { ...passage.read, pictures: { full: 'full', plate: 'plate', context: 'context' } };
    form.append('reads', new Blob([JSON.stringify({ reads: [read] })], { type: 'application/json' }));
    for (const name of ['full', 'plate', 'context'] as const) {
      form.append(name, new Blob([new Uint8Array(pictures[name])], { type: 'image/jpeg' }), `${name}.jpg`);
    }
    try {
      const answer = await fetch(`http://127.0.0.1:${plant.port}${ingestReadsWithPictures.path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body: form,
        signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]),
      });
      await answer.arrayBuffer();
      if (answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) return;
    } catch {
      // The plant is down or restarting: the camera buffers the read and retries.
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Newest reads of a plant, newest first. */
function listNewestPassages(traffic: Traffic, code: string, count: number): readonly Passage[] {
  const newest: Passage[] = [];
  for (const passage of generatePlantPassages(traffic, code)) {
    newest.push(passage);
    if (newest.length > count * 4) newest.splice(0, count * 3);
  }
  return newest.slice(-count).toReversed();
}

async function drawSeededPictures(
  plants: readonly DemoPlant[],
  traffic: Traffic,
  maker: PictureMaker,
  count: number,
): Promise<void> {
  const all = plants.map((plant) => ({
    plant,
    key: readPlantKeys(plant).camera,
    passages: listNewestPassages(traffic, plant.sim.code, count),
  }));
  for (let i = 0; i < count; i += 1) {
    for (const { plant, key, passages } of all) {
      const passage = passages[i];
      if (passage === undefined || stopping.signal.aborted) continue;
      await sendRead(plant, key, maker, passage);
    }
  }
}

async function runLiveTraffic(plant: DemoPlant, traffic: Traffic, maker: PictureMaker): Promise<void> {
  const { camera } = readPlantKeys(plant);
  const clock = (): string => new Date().toISOString();
  const { signal } = stopping;
  for await (const passage of livePassages({
    traffic,
    plant: plant.sim.code,
    perSecond: LIVE_PER_SECOND,
    clock,
    signal,
  })) {
    await sendRead(plant, camera, maker, passage);
  }
}

const options = readDemoOptions([], process.env, path.resolve(import.meta.dirname, '../..'));
if (!('help' in options)) {
  // Drawing uses a whole core, so it gets a lower priority than the servers.
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const layout = computeLayout(options);
  const plants = layout.plants.filter(({ sim }) => sim.fault.kind !== 'offline');
  const traffic = planDemoTraffic(options.size, process.env['VARCO_DEMO_BEGUN_AT'] ?? new Date().toISOString());
  const maker = await openPictures(WORLD_SEED, path.join(options.dataDir, 'fonts'));
  const live = options.isLive ? plants.map((plant) => runLiveTraffic(plant, traffic, maker)) : [];
  const pictured = PICTURED_PER_PLANT[options.size === 'tiny' ? 'tiny' : 'other'];
  await Promise.all([drawSeededPictures(plants, traffic, maker, pictured), ...live]);
}

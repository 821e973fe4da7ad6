import {
  type JoinedRead,
  recordJoinedRead,
} from '@varco/plant-server/features/camera-intake/joined-reads.repository.ts';
import { insertReads } from '@varco/plant-server/features/ingest/insert-reads.repository.ts';
import type { NewRead } from '@varco/plant-server/features/ingest/new-read.ts';
import { createPhoto } from '@varco/plant-server/testing/send-pictures.ts';
import { NOW, type TestPlant } from '@varco/plant-server/testing/test-plant.ts';

/** What the attack itself sends of a transit: an answer that tells the rest cannot be an echo. */
export type Exposure = 'nothing' | 'id' | 'plate';
const EXPOSURES: readonly Exposure[] = ['nothing', 'id', 'plate'];

export type Rgb = readonly [number, number, number];

/** A transit whose plate no other has, with pictures of a colour no other has. */
export interface SeededTransit {
  readonly id: string;
  readonly plate: string;
  readonly gate: number;
  readonly atMs: number;
  readonly exposure: Exposure;
  readonly scene: Rgb;
  readonly crop: Rgb;
}

const MINUTE_MS = 60_000;
/** Within an hour, within a day, within retention, and past it, which jobs have not deleted yet. */
const AGES_MS = [20 * MINUTE_MS, 180 * MINUTE_MS, 10 * 1_440 * MINUTE_MS, 100 * 1_440 * MINUTE_MS];
const GATES = [1, 2, 3, 4];
const STEP = 40;
const STEPS_PER_CHANNEL = 6;

/** Colours far enough apart to be told after a picture was made small, blurred and stored as JPEG again. */
const colourOf = (index: number, blue: number): Rgb => [
  20 + (index % STEPS_PER_CHANNEL) * STEP,
  20 + (Math.floor(index / STEPS_PER_CHANNEL) % STEPS_PER_CHANNEL) * STEP,
  blue + Math.floor(index / STEPS_PER_CHANNEL ** 2) * STEP,
];

const storePicture = async (plant: TestPlant, [r, g, b]: Rgb, kind: 'context' | 'plate'): Promise<string> =>
  (await plant.deps.pictures.put(await createPhoto(`rgb(${r},${g},${b})`, 320, 180), kind)).hash;

/** A second read of the same plate half a second later, so that the call for reads has something to show. */
async function storeLaterRead(plant: TestPlant, { plate, id, atMs }: SeededTransit): Promise<void> {
  const later: JoinedRead = {
    ...{ plate, at: new Date(atMs + 500).toISOString(), arrivedAt: NOW, camera: 0, stage: 2, direction: 0 },
    ...{ confidence: 90, rule: 'track' as const, isChosen: false, picture: '' },
  };
  await recordJoinedRead(plant.deps.store.runner, { plate, id }, later, { camera: 0, stage: 1 });
}

/**
 * Stores one transit for each gate, age and exposure. `prefix`: two letters that begin its plates. Pictures have those
 * whose id is sent, and they take most of the time: a plant that is only there to be another has none.
 */
export async function seedAttackedTransits(
  plant: TestPlant,
  prefix: string,
  hasPictures: boolean,
): Promise<readonly SeededTransit[]> {
  const places = GATES.flatMap((gate) =>
    AGES_MS.flatMap((age) => EXPOSURES.map((exposure) => ({ gate, age, exposure }))),
  );
  const planned = places.map(({ gate, age, exposure }, index) => ({
    plate: `${prefix}${String(100 + index)}QT`,
    gate,
    atMs: Date.parse(NOW) - age - index * 1_000,
    exposure,
    scene: colourOf(index, 20),
    crop: colourOf(index, 140),
  }));
  const reads: NewRead[] = [];
  for (const one of planned) {
    const read = { gate: one.gate, plate: one.plate, at: new Date(one.atMs).toISOString(), nation: 'I' };
    if (!hasPictures || one.exposure !== 'id') {
      reads.push(read);
      continue;
    }
    const full = await storePicture(plant, one.scene, 'context');
    const plate = await storePicture(plant, one.crop, 'plate');
    reads.push({ ...read, pictures: { full, plate, context: full } });
  }
  const stored = await insertReads(plant.deps.store, reads);
  const seeded = planned.map((one, index) => ({ ...one, id: stored[index]?.id ?? '' }));
  for (const one of seeded) await storeLaterRead(plant, one);
  return seeded;
}

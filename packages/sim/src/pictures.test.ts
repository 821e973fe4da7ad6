import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPictures, type PictureMaker } from './pictures.ts';
import type { Passage } from './reads.ts';
import { getPlantByCode } from './romagna-plants.ts';
import { PAINT } from './scene-paint.ts';
import { drawPlateSvg } from './scene-plate.ts';
import { generatePlantPassages, planTraffic } from './traffic.ts';
import type { SimColour } from './vehicle-models.ts';

const plant = getPlantByCode('CES');
const traffic = planTraffic({ seed: 2, plants: [plant], readsPerPlant: 6000, now: '2026-11-20T14:32:00.000Z' });
const passages = [...generatePlantPassages(traffic, 'CES')];
let workDir = '';
let pictures: PictureMaker;

beforeAll(async () => {
  // Tests of a worker share a process, and the servers' image engine blocks in it every format but those of cameras.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  workDir = await mkdtemp(join(tmpdir(), 'varco-pictures-'));
  pictures = await openPictures(2, workDir);
});
afterAll(() => rm(workDir, { recursive: true, force: true }));

const findPassage = (is: (p: Passage) => boolean): Passage => {
  const found = passages.find(is);
  if (found === undefined) throw new Error('no such passage in the sample');
  return found;
};
const getHourUtc = (p: Passage): number => Number(p.read.data.slice(11, 13));
const isDay = (p: Passage): boolean => getHourUtc(p) >= 8 && getHourUtc(p) <= 13;
const passageAt = (passage: Passage, time: string): Passage => ({ ...passage, read: { ...passage.read, data: time } });

/** Mean colour of a rectangle of a picture. */
async function computeMeanColour(
  jpeg: Buffer,
  left: number,
  top: number,
  width: number,
  height: number,
): Promise<number[]> {
  // stats() reads the original input and ignores extract(), so the extracted area is encoded first.
  const part = await sharp(jpeg).extract({ left, top, width, height }).png().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels.map((c) => c.mean);
}

describe('pictures of a passage', () => {
  test('three JPEG files of the promised sizes', async () => {
    const { full, plate, context } = await pictures.draw(plant, findPassage(isDay));
    expect(await sharp(full).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 720 });
    expect(await sharp(context).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 540 });
    expect(await sharp(plate).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 116 });
    expect(full.length).toBeGreaterThan(20_000);
    expect(full.length).toBeLessThan(75_000);
    expect(plate.length).toBeLessThan(12_000);
  });

  test('same passage, same bytes; another vehicle, another picture', async () => {
    const passage = findPassage(isDay);
    const [a, b] = [await pictures.draw(plant, passage), await pictures.draw(plant, passage)];
    expect(a.full.equals(b.full) && a.plate.equals(b.plate) && a.context.equals(b.context)).toBe(true);
    const other = await pictures.draw(
      plant,
      findPassage((p) => isDay(p) && p.vehicle.plate !== passage.vehicle.plate),
    );
    expect(a.full.equals(other.full)).toBe(false);
  });

  test.each<SimColour>(['red', 'blue', 'white', 'black'])('by day a %s car looks its colour', async (colour) => {
    const passage = findPassage(
      (p) => isDay(p) && p.vehicle.body === 'small' && p.vehicle.colour === colour && p.gate.direction !== 4,
    );
    const { full } = await pictures.draw(plant, passage);
    // The bonnet, between windscreen and headlights.
    const mean = await computeMeanColour(full, 600, 374, 80, 24);
    const paint = PAINT[colour];
    const off = Math.max(...mean.map((value, i) => Math.abs(value - (paint[i] ?? 0))));
    expect(off).toBeLessThan(55);
    const nearest = (['red', 'blue', 'white', 'black'] as const).toSorted(
      (x, y) => computeColourDistance(mean, PAINT[x]) - computeColourDistance(mean, PAINT[y]),
    )[0];
    expect(nearest).toBe(colour);
  });

  test('night is dark and the plate stays readable', async () => {
    const passage = findPassage((p) => p.vehicle.kind === 'car' && p.vehicle.body === 'estate' && isDay(p));
    const day = await pictures.draw(plant, passageAt(passage, '2026-11-19T11:00:00.000Z'));
    const night = await pictures.draw(plant, passageAt(passage, '2026-11-19T22:00:00.000Z'));
    const brightness = async (jpeg: Buffer): Promise<number> =>
      (await computeMeanColour(jpeg, 0, 60, 300, 300)).reduce((a, b) => a + b, 0) / 3;
    expect(await brightness(night.full)).toBeLessThan((await brightness(day.full)) * 0.5);
    const [, green] = await computeMeanColour(night.plate, 120, 38, 160, 40);
    expect(green).toBeGreaterThan(95);
  });

  test('text is drawn with letters, not boxes: different plates give different crops', async () => {
    const face = { nation: 'I', province: 'FC', isBike: false };
    const draw = (text: string): Promise<Buffer> =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="90">${drawPlateSvg({ ...face, text }, 390)}</svg>`,
        ),
      )
        .raw()
        .toBuffer();
    const [a, b] = [await draw('GK508RB'), await draw('HH111HH')];
    expect(a.equals(b)).toBe(false);
    expect(a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 60).length).toBeGreaterThan(2000);
  });

  test('every kind of vehicle can be drawn, from both sides, dangerous goods too', async () => {
    for (const body of [
      'small',
      'saloon',
      'estate',
      'suv',
      'van',
      'box',
      'lorry',
      'coach',
      'bike',
      'scooter',
      'trailer',
    ] as const) {
      for (const direction of [1, 4] as const) {
        const base = findPassage(isDay);
        const passage = {
          ...base,
          gate: { ...base.gate, direction },
          vehicle: { ...base.vehicle, body, adr: { kemler: '33', un: '1203', adrClass: '3' } },
        };
        const { full } = await pictures.draw(plant, passage);
        expect(full.length).toBeGreaterThan(20_000);
      }
    }
  });

  test('a hostile plate or gate name cannot break out of its text', async () => {
    const base = findPassage(isDay);
    const passage = {
      ...base,
      gate: { ...base.gate, name: '</text><script>alert(1)</script>&<"' },
      vehicle: { ...base.vehicle, plate: '<&">' },
    };
    expect((await sharp((await pictures.draw(plant, passage)).full).metadata()).format).toBe('jpeg');
  });
});

function computeColourDistance(mean: readonly number[], paint: readonly number[]): number {
  return mean.reduce((sum, value, i) => sum + (value - (paint[i] ?? 0)) ** 2, 0);
}

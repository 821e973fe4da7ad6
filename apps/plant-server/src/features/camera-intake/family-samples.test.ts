import { FAMILIES } from '@varco/cameras/families.ts';
import { readCameraMessage } from '@varco/cameras/read-camera-message.ts';
import { loadSamples, type Sample } from '@varco/cameras/testing/load-samples.ts';
import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addCamera } from '../../testing/add-camera.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({}, { renewsTokens: true });
});
afterAll(() => plant.close());
// Samples share plates and hours: at one gate they would be one passage.
beforeEach(async () => {
  for (const table of ['transit', 'unread_transit', 'camera_event']) await plant.pool.query(`delete from ${table}`);
});

const Found = z.object({ objects: z.array(z.object({ varco_id: z.int(), data: z.string() }).loose()) });

async function sendSample({ family, name, message, profile }: Sample) {
  const { chiave } = await addCamera(plant, `${family} ${name}`, {
    famiglia: profile.family,
    fuso: profile.timeZone,
    unita: profile.speedUnit,
    mappatura: profile.mapping,
  });
  const query = message.query === '' ? '' : `?${message.query}`;
  return plant.app.inject({
    method: 'POST',
    url: `${CAMERA_PATH}/${chiave}${query}`,
    headers: message.contentType === null ? {} : { 'content-type': message.contentType },
    payload: Buffer.from(message.body),
  });
}

// The name of a file reaches the plant by other ways than a call.
test.each(
  loadSamples()
    .filter(({ message }) => message.fileName === null)
    .map((sample) => [`${sample.family} ${sample.name}`, sample] as const),
)('the sample %s makes the transits it states, and gets the reply its family expects', async (_, sample) => {
  const result = readCameraMessage(sample.message, sample.profile);
  const reads = result.kind === 'reads' ? result.reads : [];
  // Samples state times of their own: they arrive a second after the newest.
  const newest = Math.max(...reads.flatMap(({ at }) => (at === null ? [] : [parseInstantMs(at)])));
  plant.clock.now = Number.isFinite(newest) ? toIsoInstant(newest + 1000) : NOW;
  const answer = await sendSample(sample);
  const reply = FAMILIES.find(({ id }) => id === (result.family ?? sample.profile.family))?.reply;
  expect([answer.statusCode, answer.body]).toEqual([reply?.status ?? 200, reply?.body ?? 'OK']);
  for (const { plate, at } of reads) {
    const stored = plate === null ? null : normalisePlate(plate);
    if (stored === null) continue;
    const found = await plant.call(searchTransits, { body: { f_targa: stored } }, 'operatore', REASON);
    const data = toIsoInstant(parseInstantMs(at ?? plant.clock.now));
    expect(Found.parse(found.body).objects, stored).toContainEqual(expect.objectContaining({ varco_id: 1, data }));
  }
});

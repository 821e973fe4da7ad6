import type { CameraMessage, CameraProfile } from '@varco/cameras/camera-types.ts';
import { readCameraMessage } from '@varco/cameras/read-camera-message.ts';
import { loadSamples, type Sample } from '@varco/cameras/testing/load-samples.ts';
import type { BenchOptions } from './options.ts';
import { saveResults } from './report/save-results.ts';
import { formatTable } from './report/table.ts';

/** Size of a picture of a camera, in place of the small ones of the samples. */
const PICTURE_BYTES = 60_000;
const SMALL = /\/9j\/[A-Za-z\d+/]{100,}={0,2}/g;

interface FamilyRate {
  readonly family: string;
  /** Mean size of a body, bytes. */
  readonly bytes: number;
  readonly bodiesPerSecond: number;
  readonly withPicturesPerSecond: number | null;
}

/** Bodies per second on one thread, for each family: its samples as they are, and with base64 pictures of real size. */
export function benchCameras(options: BenchOptions, say: (text: string) => void): void {
  const samples = loadSamples();
  const families = [...new Set(samples.map(({ family }) => family))];
  const msEach = (options.seconds * 1000) / families.length / 2;
  const rates = families.map((family) => {
    say(family);
    return measureFamily(
      samples.filter((sample) => sample.family === family),
      msEach,
    );
  });
  console.log(
    formatTable([
      ['bodies per second, one thread', 'bytes', 'samples', `pictures of ${PICTURE_BYTES / 1000} kB`],
      ...rates.map((rate) => [
        rate.family,
        rate.bytes.toLocaleString('en'),
        rate.bodiesPerSecond.toLocaleString('en'),
        rate.withPicturesPerSecond?.toLocaleString('en') ?? '-',
      ]),
    ]),
  );
  if (options.isSaved) saveResults('cameras', { at: new Date().toISOString(), rates });
}

function measureFamily(samples: readonly Sample[], ms: number): FamilyRate {
  const plain = samples.map(({ message, profile }) => ({ message, profile }));
  const grown = plain.filter(({ message }) => toText(message).search(SMALL) >= 0);
  const sizes = plain.map(({ message }) => message.body.length);
  return {
    family: samples[0]?.family ?? '',
    bytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length),
    bodiesPerSecond: measureRate(plain, ms),
    withPicturesPerSecond:
      grown.length === 0
        ? null
        : measureRate(
            grown.map(({ message, profile }) => ({ message: growPictures(message), profile })),
            ms,
          ),
  };
}

const toText = ({ body }: CameraMessage): string => Buffer.from(body).toString('latin1');

/** The first picture of the body becomes as large as a real one; the first bytes stay those of a JPEG. */
function growPictures(message: CameraMessage): CameraMessage {
  let isFirst = true;
  const text = toText(message).replaceAll(SMALL, (found) => {
    if (!isFirst) return found;
    isFirst = false;
    return `${found.replace(/=+$/, '').slice(0, 120)}${'QkVO'.repeat(PICTURE_BYTES / 3)}`;
  });
  return { ...message, body: Buffer.from(text, 'latin1') };
}

/** Rounds over all messages until the time is over; the first tenth of it only warms up. */
function measureRate(
  messages: readonly { readonly message: CameraMessage; readonly profile: CameraProfile }[],
  ms: number,
): number {
  const run = (forMs: number): number => {
    const from = performance.now();
    let count = 0;
    while (performance.now() - from < forMs) {
      for (const { message, profile } of messages) readCameraMessage(message, profile);
      count += messages.length;
    }
    return (count * 1000) / (performance.now() - from);
  };
  run(ms / 10);
  return Math.round(run(ms));
}

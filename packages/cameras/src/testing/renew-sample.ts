import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import type { CameraMessage, CameraRead } from '../camera-types.ts';
import { readCameraMessage } from '../read-camera-message.ts';
import type { Sample } from './load-samples.ts';

const DAY_MS = 86_400_000;

/** The ways in which samples write a day. */
const DAY_FORMS: readonly ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${year}/${month}/${day}`,
  (year, month, day) => `${year}.${month}.${day}`,
  (year, month, day) => `${year}${month}${day}`,
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day}-${month}-${year}`,
  (year, month, day) => `${day}.${month}.${year}`,
];

const readOne = (message: CameraMessage, { profile }: Sample): CameraRead | null => {
  const result = readCameraMessage(message, profile);
  return result.kind === 'reads' && result.reads.length === 1 ? (result.reads[0] ?? null) : null;
};

/**
 * The message of a sample as if it had been sent on the day before `nowMs`, and its plate. Null: it is no single read with a
 * plate, or its time is not written as a day or a count.
 */
export function renewSample(
  sample: Sample,
  nowMs: number,
): { readonly message: CameraMessage; readonly plate: string } | null {
  const read = readOne(sample.message, sample);
  if (read === null || read.plate === null || read.at === null) return null;
  const oldMs = parseInstantMs(read.at);
  const shiftMs = Math.floor((nowMs - oldMs) / DAY_MS) * DAY_MS - DAY_MS;
  let text = Buffer.from(sample.message.body).toString('latin1');
  let { query } = sample.message;
  // A day before and after, because local times are on another day than UTC around midnight.
  for (const offset of [0, -DAY_MS, DAY_MS])
    for (const form of DAY_FORMS) {
      const [old, now] = [oldMs + offset, oldMs + offset + shiftMs].map((ms) => {
        const [year = '', month = '', day = ''] = toIsoInstant(ms).slice(0, 10).split('-');
        return form(year, month, day);
      });
      text = text.replaceAll(old ?? '', now ?? '');
      query = query.replaceAll(old ?? '', now ?? '');
    }
  for (const unit of [1, 1_000]) {
    const [old, now] = [oldMs, oldMs + shiftMs].map((ms) => String(Math.floor(ms / unit)));
    text = text.replaceAll(old ?? '', now ?? '');
  }
  const message = { ...sample.message, body: Buffer.from(text, 'latin1'), query };
  const renewed = readOne(message, sample);
  if (renewed === null || renewed.at === null || renewed.plate !== read.plate) return null;
  return Math.abs(parseInstantMs(renewed.at) - nowMs) < 3 * DAY_MS ? { message, plate: read.plate } : null;
}

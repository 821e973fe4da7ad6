import { type Sha256, toUtf8Bytes } from '../audit/audit-bytes.ts';

/** People of a month drawn by lot: one in twenty, and at least this many. */
const SAMPLE = { oneIn: 20, atLeast: 3 } as const;

/** How many of so many people are drawn. */
export const countSample = (people: number): number =>
  Math.min(people, Math.max(SAMPLE.atLeast, Math.ceil(people / SAMPLE.oneIn)));

/**
 * Draws people by lot so that anybody can repeat it and nobody can choose: the lot of a person is SHA-256 (in hexadecimal) of the text
 * `varco-review-sample-v1`, the month (`YYYY-MM`), the first published checkpoint after the month, and the person's id, each
 * followed by a line feed; the lowest lots are drawn. The checkpoint covers every entry of the month, and is not known before
 * its end.
 */
export function drawSample(
  sha256: Sha256,
  {
    month,
    checkpoint,
    people,
  }: { readonly month: string; readonly checkpoint: string; readonly people: readonly string[] },
): readonly string[] {
  const lots = [...new Set(people)].map((person) => ({
    person,
    lot: toHex(sha256(toUtf8Bytes(`varco-review-sample-v1\n${month}\n${checkpoint}\n${person}\n`))),
  }));
  return lots
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, countSample(lots.length))
    .map(({ person }) => person);
}

/** As `sha256sum` prints it, so that the lots can be made without this program. */
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

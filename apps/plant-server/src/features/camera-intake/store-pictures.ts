import { PictureRejected } from '@varco/server-kit/media/picture-check.ts';
import type { PictureHashes } from '../ingest/ingest.public.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import type { PlannedVehicle } from './plan-reads.ts';

/** Hashes by kind, of the bytes that are a picture. */
export const toHashes = (byName: ReadonlyMap<string, string | null>): PictureHashes =>
  Object.fromEntries([...byName].flatMap(([kind, hash]) => (hash === null ? [] : [[kind, hash] as const])));

/** The hash that stands for a read: its scene, or else its plate; empty: none. */
export const findMainPicture = ({ full, plate }: PictureHashes): string => full ?? plate ?? '';

/**
 * Stores the pictures of a vehicle: the first of the plate, the first of the scene as the main one, the next as context.
 * Returns hash by kind; null for bytes that are no picture. Throws the disk's error.
 */
export async function storePictures(
  { pictures }: Pick<CameraIntakeDeps, 'pictures'>,
  seen: PlannedVehicle['seen'],
): Promise<ReadonlyMap<string, string | null>> {
  const byRole = (role: 'plate' | 'context') => seen.pictures.filter((picture) => picture.role === role);
  const [plate] = byRole('plate');
  const [full, context] = byRole('context');
  const byName = new Map<string, string | null>();
  for (const [name, picture] of Object.entries({ full, plate, context })) {
    if (picture === undefined) continue;
    try {
      byName.set(name, (await pictures.put(picture.bytes, picture.role)).hash);
    } catch (error) {
      if (!(error instanceof PictureRejected)) throw error;
      byName.set(name, null);
    }
  }
  return byName;
}

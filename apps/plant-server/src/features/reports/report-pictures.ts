import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { Rendition } from '@varco/server-kit/media/picture-rendition.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import { chooseFile, type TransitPictures } from '../media/media.public.ts';

export type PictureSlot = 'scene' | 'plate' | 'context';

/** A picture to print, or the reason why there is none. */
export type ReportPicture =
  | { readonly bytes: Buffer }
  | { readonly missing: 'not-sent' | 'expired' | 'redacted' | 'unreadable' };

export type ReportPictures = Readonly<Record<PictureSlot, ReportPicture>>;

/** The facts that decide which pictures a user may print. */
export interface PictureRights {
  readonly seesPlates: boolean;
  readonly terms: Pick<PlantSettings, 'plate_picture_days' | 'context_picture_days'>;
  readonly nowMs: number;
}

interface TransitWithPictures {
  readonly ms: number;
  /** Undefined: the transit has no pictures. */
  readonly pictures: TransitPictures | undefined;
}

const DAY_MS = 86_400_000;
/** A plate picture up to this size is put into a list unchanged: creating its thumbnail would cost more than it saves. */
const MAX_SMALL_PICTURE_BYTES = 48 * 1024;
/** Pictures read at the same time; more would only compete for disk and processors. */
const MAX_CONCURRENT_READS = 6;
const VARIANT_BY_SLOT = { scene: 'full', plate: 'plate', context: 'context' } as const;

/**
 * Reads pictures for a report under the same rules as the picture calls (redaction, retention, gates). `rendition`: size of
 * the pictures for users who may see plates. A picture shared by several transits is read once.
 */
export class PictureReader {
  private readonly store: PictureStore;
  private readonly rights: PictureRights;
  private readonly cache = new Map<string, Promise<Buffer | null>>();

  constructor(store: PictureStore, rights: PictureRights) {
    this.store = store;
    this.rights = rights;
  }

  async read(transit: TransitWithPictures, slot: PictureSlot, rendition: Rendition): Promise<ReportPicture> {
    const { seesPlates } = this.rights;
    if (!seesPlates && slot !== 'scene') return { missing: 'redacted' };
    const choice =
      transit.pictures === undefined ? null : chooseFile(transit.pictures, VARIANT_BY_SLOT[slot], seesPlates);
    if (choice === null) return { missing: this.isPastTerm(transit.ms, slot) ? 'expired' : 'not-sent' };
    const read =
      choice.rendition === 'blurred'
        ? this.readCached(choice.hash, 'blurred')
        : slot === 'plate'
          ? this.readPlatePicture(choice.hash, rendition)
          : this.readCached(choice.hash, rendition);
    // An unreadable picture is reported as missing; the report is still made.
    const bytes = await read.catch(() => null);
    return bytes === null ? { missing: 'unreadable' } : { bytes };
  }

  private async readPlatePicture(hash: string, rendition: Rendition): Promise<Buffer | null> {
    const full = await this.readCached(hash, 'full');
    return full === null || full.length <= MAX_SMALL_PICTURE_BYTES ? full : this.readCached(hash, rendition);
  }

  private isPastTerm(ms: number, slot: PictureSlot): boolean {
    const { terms, nowMs } = this.rights;
    const days = slot === 'context' ? terms.context_picture_days : terms.plate_picture_days;
    return ms < nowMs - days * DAY_MS;
  }

  private readCached(hash: string, rendition: Rendition): Promise<Buffer | null> {
    const key = `${rendition} ${hash}`;
    const known = this.cache.get(key) ?? this.store.read(hash, rendition);
    this.cache.set(key, known);
    return known;
  }
}

/** Runs `work` over a list, a few items at a time; results are in the order of the list. */
export async function mapInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += MAX_CONCURRENT_READS)
    results.push(...(await Promise.all(items.slice(at, at + MAX_CONCURRENT_READS).map(work))));
  return results;
}

import type { PictureStore } from '@varco/server-kit/media/picture-store.ts';
import type { Rendition } from '@varco/server-kit/media/picture-rendition.ts';
import type { PlantSettings } from '../../settings/plant-settings.ts';
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

interface PicturedTransit {
  readonly ms: number;
  /** Undefined: the transit has no pictures. */
  readonly pictures: TransitPictures | undefined;
}

const DAY_MS = 86_400_000;
/** A plate picture up to this size is put into a list unchanged: creating its thumbnail would cost more than it saves. */
const SMALL_BYTES = 48 * 1024;
/** Pictures read at the same time; more would only compete for disk and processors. */
const AT_ONCE = 6;
const VARIANT = { scene: 'full', plate: 'plate', context: 'context' } as const;

/**
 * Reads pictures for a report under the same rules as the picture calls (redaction, retention, gates). `rendition`: size of
 * the pictures for users who may see plates. A picture shared by several transits is read once.
 */
export class PictureReader {
  private readonly store: PictureStore;
  private readonly rights: PictureRights;
  private readonly kept = new Map<string, Promise<Buffer | null>>();

  constructor(store: PictureStore, rights: PictureRights) {
    this.store = store;
    this.rights = rights;
  }

  async read(transit: PicturedTransit, slot: PictureSlot, rendition: Rendition): Promise<ReportPicture> {
    const { seesPlates } = this.rights;
    if (!seesPlates && slot !== 'scene') return { missing: 'redacted' };
    const choice = transit.pictures === undefined ? null : chooseFile(transit.pictures, VARIANT[slot], seesPlates);
    if (choice === null) return { missing: this.isPastTerm(transit.ms, slot) ? 'expired' : 'not-sent' };
    const read =
      choice.rendition === 'blurred'
        ? this.bytesOf(choice.hash, 'blurred')
        : slot === 'plate'
          ? this.cutOut(choice.hash, rendition)
          : this.bytesOf(choice.hash, rendition);
    // An unreadable picture is reported as missing; the report is still made.
    const bytes = await read.catch(() => null);
    return bytes === null ? { missing: 'unreadable' } : { bytes };
  }

  private async cutOut(hash: string, rendition: Rendition): Promise<Buffer | null> {
    const full = await this.bytesOf(hash, 'full');
    return full === null || full.length <= SMALL_BYTES ? full : this.bytesOf(hash, rendition);
  }

  private isPastTerm(ms: number, slot: PictureSlot): boolean {
    const { terms, nowMs } = this.rights;
    const days = slot === 'context' ? terms.context_picture_days : terms.plate_picture_days;
    return ms < nowMs - days * DAY_MS;
  }

  private bytesOf(hash: string, rendition: Rendition): Promise<Buffer | null> {
    const key = `${rendition} ${hash}`;
    const known = this.kept.get(key) ?? this.store.read(hash, rendition);
    this.kept.set(key, known);
    return known;
  }
}

/** Runs `work` over a list, a few items at a time; results are in the order of the list. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  return results;
}

import type { TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { Rendition } from '@varco/server-kit/media/picture-rendition.ts';
import type { TransitPictures } from './pictures.queries.ts';

export type PictureVariant = TicketGrant['variant'];

export interface PictureChoice {
  readonly hash: string;
  readonly rendition: Rendition;
}

/**
 * Which file answers a variant. Whoever may not see plates gets the scene, blurred beyond repair, and nothing of the
 * other two pictures. Null: there is none.
 */
export function chooseFile(
  pictures: TransitPictures,
  variant: PictureVariant,
  seesPlates: boolean,
): PictureChoice | null {
  const isOfScene = variant === 'full' || variant === 't100' || variant === 't400';
  const hash = isOfScene ? pictures.full : pictures[variant];
  if (hash === '') return null;
  if (!seesPlates) return isOfScene ? { hash, rendition: 'blurred' } : null;
  return { hash, rendition: isOfScene ? variant : 'full' };
}

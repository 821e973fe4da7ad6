import type { TicketGrant } from '@varco/server-kit/media/picture-ticket.ts';
import type { Rendition } from '@varco/server-kit/media/picture-rendition.ts';
import type { TransitPictures } from './pictures.repository.ts';

export type PictureVariant = TicketGrant['variant'];

export interface PictureChoice {
  readonly hash: string;
  readonly rendition: Rendition;
}

/**
 * Chooses the file for a variant. A user who may not see plates gets only the context picture, irreversibly blurred.
 * Null when there is no file.
 */
export function chooseFile(
  pictures: TransitPictures,
  variant: PictureVariant,
  seesPlates: boolean,
): PictureChoice | null {
  const isContextVariant = variant === 'full' || variant === 't100' || variant === 't400';
  const hash = isContextVariant ? pictures.full : pictures[variant];
  if (hash === '') return null;
  if (!seesPlates) return isContextVariant ? { hash, rendition: 'blurred' } : null;
  return { hash, rendition: isContextVariant ? variant : 'full' };
}

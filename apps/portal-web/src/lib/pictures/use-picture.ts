import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdObjectUrl, getObjectUrl } from '../object-urls.ts';
import { createPictureQuery, type PictureVariant } from './picture.api.ts';

export interface Picture {
  /** Object URL of the picture; null while loading, without a picture, or after a failure. */
  readonly src: string | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** Loads one picture of a transit and keeps its object URL alive while it is shown. `isWanted` false: nothing is requested. */
export function usePicture(peerId: number, transitId: string, variant: PictureVariant, isRequested: boolean): Picture {
  const query = useQuery({ ...createPictureQuery(peerId, transitId, variant), enabled: isRequested });
  const src = useObjectUrl(query.data ?? null);
  return { src, isLoading: isRequested && query.isPending, hasFailed: query.isError };
}

/** Delay before pictures are requested, so that stepping through a list with J and K does not load every passed transit. */
const REQUEST_DELAY_MS = 250;

/** True once this transit has been shown for a moment. */
export function useIsShownForAMoment(transitId: string): boolean {
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDone(transitId), REQUEST_DELAY_MS);
    return () => clearTimeout(timer);
  }, [transitId]);
  return done === transitId;
}

/** An object URL for a blob, alive while the component is mounted. */
function useObjectUrl(blob: Blob | null): string | null {
  useEffect(() => (blob === null ? undefined : holdObjectUrl(blob)), [blob]);
  return blob === null ? null : getObjectUrl(blob);
}

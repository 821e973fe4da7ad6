import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdObjectUrl, objectUrl } from '../object-urls.ts';
import { pictureQuery, type PictureVariant } from './picture.api.ts';

export interface Picture {
  /** Address of the picture in this window; null while loading, without one, or after a failure. */
  readonly src: string | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** Loads one picture of a transit and keeps its address alive as long as it is shown. `isWanted` false: nothing is asked. */
export function usePicture(peerId: number, transitId: string, variant: PictureVariant, isWanted: boolean): Picture {
  const query = useQuery({ ...pictureQuery(peerId, transitId, variant), enabled: isWanted });
  const src = useObjectUrl(query.data ?? null);
  return { src, isLoading: isWanted && query.isPending, hasFailed: query.isError };
}

/** Who steps through a list with J and K asks for the pictures of the transit they stop at, not of all they pass. */
const SETTLE_MS = 250;

/** True once this transit has been shown for a moment. */
export function useIsSettled(transitId: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(transitId), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [transitId]);
  return settled === transitId;
}

/** An address for bytes, held as long as they are shown. */
function useObjectUrl(blob: Blob | null): string | null {
  useEffect(() => (blob === null ? undefined : holdObjectUrl(blob)), [blob]);
  return blob === null ? null : objectUrl(blob);
}

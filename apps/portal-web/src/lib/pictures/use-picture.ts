import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { holdObjectUrl, objectUrl } from '../object-urls.ts';
import { pictureQuery, type PictureVariant } from './picture.api.ts';

export interface Picture {
  /** Object URL of the picture; null while loading, without a picture, or after a failure. */
  readonly src: string | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

/** Loads one picture of a transit and keeps its object URL alive while it is shown. `isWanted` false: nothing is requested. */
export function usePicture(peerId: number, transitId: string, variant: PictureVariant, isWanted: boolean): Picture {
  const query = useQuery({ ...pictureQuery(peerId, transitId, variant), enabled: isWanted });
  const src = useObjectUrl(query.data ?? null);
  return { src, isLoading: isWanted && query.isPending, hasFailed: query.isError };
}

/** Delay before pictures are requested, so that stepping through a list with J and K does not load every passed transit. */
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

/** An object URL for a blob, alive while the component is mounted. */
function useObjectUrl(blob: Blob | null): string | null {
  useEffect(() => (blob === null ? undefined : holdObjectUrl(blob)), [blob]);
  return blob === null ? null : objectUrl(blob);
}

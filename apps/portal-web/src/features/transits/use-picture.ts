import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pictureQuery, type PictureVariant } from './transits.api.ts';

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

/** An address for bytes, given back when they change or leave the screen; made anew when the screen comes back. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [blob]);
  return url;
}

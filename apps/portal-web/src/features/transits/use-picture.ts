import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
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

/** An address for bytes, given back when they change or leave the screen. */
function useObjectUrl(blob: Blob | null): string | null {
  const url = useMemo(() => (blob === null ? null : URL.createObjectURL(blob)), [blob]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

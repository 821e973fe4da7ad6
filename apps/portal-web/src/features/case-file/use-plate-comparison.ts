import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { openTrackOfTwo } from '../../lib/workspace/track-tabs.ts';
import type { NewestPassage } from './newest-passages.ts';

/** The choice of two followed plates for one map. */
export interface PlateComparison {
  /** The plate chosen first; null: none yet. */
  readonly first: string | null;
  /** Chooses a plate: the second one opens the map, the same one again takes the choice back. */
  readonly choose: (plate: string) => void;
  readonly cancel: () => void;
}

/** @param newest newest passages by plate: a plate without one cannot be chosen */
export function usePlateComparison(newest: ReadonlyMap<string, NewestPassage>): PlateComparison {
  const navigate = useNavigate();
  const [first, setFirst] = useState<string | null>(null);
  const cancel = (): void => setFirst(null);
  const choose = (plate: string): void => {
    const peerId = first === null ? undefined : newest.get(first)?.peerId;
    if (first === null || peerId === undefined) return setFirst(plate);
    cancel();
    if (first === plate) return;
    openTrackOfTwo({ peerId, plate: first }, plate);
    void navigate({ to: '/lpr' });
  };
  return { first, choose, cancel };
}

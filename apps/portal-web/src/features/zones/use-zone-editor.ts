import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { buildZonesKey } from '../../widgets/map/zones.api.ts';
import { buildZoneBody, findDraftFault, type ZoneDraft } from './zone-draft.ts';
import { removeZone, saveZone } from './zones.api.ts';

export interface ZoneEditor {
  readonly draft: ZoneDraft | null;
  readonly setDraft: (draft: ZoneDraft | null) => void;
  readonly save: () => void;
  readonly remove: (peerId: number, id: number) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Creates, edits and deletes zones, one at a time. */
export function useZoneEditor(): ZoneEditor {
  const client = useQueryClient();
  const [draft, setDraft] = useState<ZoneDraft | null>(null);
  const refresh = (peerId: number): void => {
    void client.invalidateQueries({ queryKey: buildZonesKey(peerId) });
    void client.invalidateQueries({ queryKey: ['zone-status', peerId] });
  };
  const put = useMutation({
    mutationFn: (one: ZoneDraft) => saveZone(one.peerId, one.before, buildZoneBody(one)),
    onSuccess: (_zone, { peerId }) => {
      refresh(peerId);
      setDraft(null);
    },
  });
  const drop = useMutation({
    mutationFn: ({ peerId, id }: { peerId: number; id: number }) => removeZone(peerId, id),
    onSettled: (_none, _error, { peerId }) => {
      refresh(peerId);
      setDraft(null);
    },
  });
  return {
    draft,
    setDraft: (next) => {
      if (next === null || draft === null) put.reset();
      setDraft(next);
    },
    save: () => {
      if (draft !== null && findDraftFault(draft) === null) put.mutate(draft);
    },
    remove: (peerId, id) => drop.mutate({ peerId, id }),
    isBusy: put.isPending || drop.isPending,
    error: put.error ?? drop.error,
  };
}

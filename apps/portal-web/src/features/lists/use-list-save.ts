import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListChangeOutcome } from './whitelist-figurehead.api.ts';

/** Saves an entry of a small list, reloads the list, and closes the form unless the entry is refused as a duplicate. */
export function useListSave(of: {
  readonly save: () => Promise<ListChangeOutcome>;
  readonly queryKey: QueryKey;
  readonly onDone: () => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: of.save,
    onSuccess: async (outcome) => {
      await client.invalidateQueries({ queryKey: of.queryKey });
      if (outcome === 'done') of.onDone();
    },
  });
}

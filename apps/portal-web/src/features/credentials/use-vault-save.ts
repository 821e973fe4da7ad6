import { useMutation } from '@tanstack/react-query';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { VaultFailure } from '@varco/vault/result.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify, notifyCode } from '../../lib/notices/notices.store.ts';
import type { SaveOutcome } from '../../lib/plants/edit-plants.ts';

/** Why the vault was not saved: it could not be sealed, or the portal rejected it. */
export type SaveProblem = VaultFailure | 'portal';

export function saveProblemKey(problem: SaveProblem): MessageKey {
  if (problem === 'read_only') return 'plants:credentials.readOnly';
  if (problem === 'too_large') return 'plants:credentials.tooLarge';
  if (problem === 'missing_keys') return 'plants:credentials.lockedText';
  return 'plants:credentials.saveFailed';
}

const MERGED_NOTICE_MS = 10_000;

/**
 * Saves a change of the vault. A problem is returned for display beside the button; a merge with changes from another
 * browser is notified; success is notified by its event number.
 */
export function useVaultSave<T>(
  change: (input: T) => Promise<SaveOutcome>,
  sent: { readonly onDone?: () => void; readonly isTold?: boolean } = {},
): { readonly save: (input: T) => void; readonly isPending: boolean; readonly problem: SaveProblem | null } {
  const t = useT();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (outcome) => {
      if (!outcome.ok) return;
      if (outcome.value === 'merged') {
        notify({ text: t('plants:credentials.merged'), type: 'info', timeout: MERGED_NOTICE_MS, link: null });
      } else if (sent.isTold === true) notifyCode(10030);
      sent.onDone?.();
    },
  });
  const failed = mutation.data?.ok === false ? mutation.data.reason : null;
  return {
    save: (input) => mutation.mutate(input),
    isPending: mutation.isPending,
    problem: mutation.isError ? 'portal' : failed,
  };
}

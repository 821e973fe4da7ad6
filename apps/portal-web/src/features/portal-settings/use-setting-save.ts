import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { PortalSettingsView } from '@varco/contract/portal/settings.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatError } from '../../lib/notices/error-text.ts';
import { portalSettingsQuery } from './portal-settings.api.ts';

/**
 * Saves a form of the settings: the page shows what the portal answers, and the dialog closes. After a refusal the page reads
 * the settings anew, because somebody may have changed them; the form keeps what was typed.
 */
export function useSettingSave<Draft>(
  save: (draft: Draft) => Promise<PortalSettingsView>,
  onClose: () => void,
): UseMutationResult<PortalSettingsView, Error, Draft> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      client.setQueryData(portalSettingsQuery.queryKey, saved);
      onClose();
    },
    onError: () => client.invalidateQueries(portalSettingsQuery),
  });
}

/** Why the portal refused a call, in words. */
export function formatRefusal(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('errors:code.internal');
  if (error.code === 'conflict' && error.subCode === '') return t('settingTable:conflict');
  return formatError(error.facts, true, t);
}

import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { HISTORY_KEY } from './alert-history.ts';
import { type AlertAction, openedAlertQuery, performAlertAction } from './alerts.api.ts';

const NOTICE_DURATION_MS = 5_000;

export type AlertActionRun = UseMutationResult<LiveAlert, Error, AlertAction>;

/** Acts on an alert; card, history and list show the result. */
export function useAlertAction({ peerId, alert }: ReceivedAlert): AlertActionRun {
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: AlertAction) => performAlertAction(peerId, alert.id, request),
    onSuccess: (changed) => {
      client.setQueryData(openedAlertQuery(peerId, alert.id).queryKey, (shown) => shown && { ...shown, ...changed });
      void client.invalidateQueries({ queryKey: HISTORY_KEY });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'conflict' && error.subCode === '')
        notify({ text: t('alerts:card.taken'), type: 'warning', timeout: NOTICE_DURATION_MS, link: null });
      else notifyError(error);
    },
  });
}

import { type QueryClient, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { useEffect } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { decide, onDecisionAnswer, openDecisions } from '../../lib/alerts/decisions.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { HISTORY_KEY } from './alert-history.ts';
import { type AlertAction, openedAlertQuery, takeAlert } from './alerts.api.ts';
import { buildAlertPath, formatDecision } from './format-decision.ts';

const NOTICE_DURATION_MS = 5_000;

export type AlertActionRun = UseMutationResult<LiveAlert | null, Error, AlertAction>;

/** Whether the alert is being taken in charge. Only a second take waits for that: decisions have an outbox that keeps their order. */
export const isTaking = ({ isPending, variables }: AlertActionRun): boolean => isPending && variables.kind === 'take';

/** Acts on an alert; card, history and list show the result. Null: the decision waits for the line. */
export function useAlertAction(held: ReceivedAlert): AlertActionRun {
  const { peerId, alert } = held;
  const t = useT();
  const client = useQueryClient();
  return useMutation({
    // The browser must not hold a decision back while it believes to be offline: the outbox does that, and says so.
    networkMode: 'always',
    mutationFn: async (request: AlertAction) => {
      if (request.kind === 'take') return takeAlert(peerId, alert.id, request.isForced);
      const result = await decide(held, request);
      if (result?.kind === 'refused') throw result.error;
      return result?.kind === 'stored' ? result.alert : null;
    },
    onSuccess: (changed) => {
      if (changed !== null) showChanged(client, peerId, changed);
    },
    onError: (error) => {
      const code = error instanceof ApiError ? `${error.code}/${error.subCode ?? ''}` : '';
      if (code === 'conflict/') {
        notify({ text: t('alerts:card.taken'), type: 'warning', timeout: NOTICE_DURATION_MS, link: null });
        return;
      }
      // The card shows what somebody else decided.
      if (code === 'conflict/decided_meanwhile') void client.invalidateQueries(openedAlertQuery(peerId, alert.id));
      notifyError(error);
    },
  });
}

function showChanged(client: QueryClient, peerId: number, changed: LiveAlert): void {
  client.setQueryData(openedAlertQuery(peerId, changed.id).queryKey, (shown) =>
    shown === undefined || shown.ver > changed.ver ? shown : { ...shown, ...changed },
  );
  void client.invalidateQueries({ queryKey: HISTORY_KEY });
}

/** Sends what waits from an earlier page, and says what became of decisions that were answered later. */
export function useDecisionAnswers(user: string | null): void {
  const t = useT();
  const client = useQueryClient();
  useEffect(() => {
    if (user !== null) openDecisions();
  }, [user]);
  useEffect(
    () =>
      onDecisionAnswer((waiting, result) => {
        const words = { plate: waiting.plate, what: formatDecision(waiting.decision, t) };
        if (result.kind === 'stored') {
          showChanged(client, waiting.peerId, result.alert);
          notify({ text: t('alerts:waiting.stored', words), type: 'success', timeout: NOTICE_DURATION_MS, link: null });
        } else if (result.kind === 'refused') {
          void client.invalidateQueries(openedAlertQuery(waiting.peerId, waiting.alert));
          notify({
            id: `decision-${waiting.id}`,
            text: t('alerts:waiting.refusedNotice', { ...words, why: result.text }),
            type: 'error',
            timeout: 0,
            link: buildAlertPath(waiting),
          });
        }
      }),
    [client, t],
  );
}

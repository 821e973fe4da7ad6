import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { nowMs } from '../clock.ts';
import { usePlants } from '../plants/plant-store.ts';
import { queryClient } from '../query-client.ts';
import { useSession } from '../session/session-store.ts';
import {
  type AlertDecision,
  expectDecided,
  getAlertKey,
  getSeenDecision,
  type WaitingDecision,
} from './alert-decision.ts';
import { type ReceivedAlert, useAlerts } from './alerts.store.ts';
import { DecisionOutbox, type SendResult, type SubmitResult, type WithdrawResult } from './decision-outbox.ts';
import { createDecisionStorage } from './decision-storage.ts';
import { sendDecision } from './send-decision.ts';
import { useWaitingDecisions } from './waiting-decisions.store.ts';

/** A successful call of a screen says at most this often that the line may be back. */
const WAKE_GAP_MS = 3_000;

type AnswerListener = (decision: WaitingDecision, result: SendResult) => void;

interface OpenOutbox {
  readonly user: string | null;
  readonly outbox: DecisionOutbox;
  readonly close: () => void;
}

let open: OpenOutbox | null = null;
const listeners = new Set<AnswerListener>();

/** Calls `listener` when a decision gets its answer after its person had gone on. The returned function stops it. */
export function onDecisionAnswer(listener: AnswerListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Decides about an alert as it is shown. Resolves with the result of the first attempt; `null` when the same was decided and
 * waits already.
 */
export async function decide({ peerId, alert }: ReceivedAlert, decision: AlertDecision): Promise<SubmitResult | null> {
  const { outbox } = openDecisions();
  if (isDecided(peerId, alert, decision.kind)) return null;
  return outbox.submit({
    id: crypto.randomUUID(),
    peerId,
    alert: alert.id,
    plate: alert.targa,
    seen: getSeenDecision(alert, decision.kind),
    decidedAt: nowMs(),
    decision,
    nTries: 0,
    mayHaveArrived: false,
    refusal: null,
  });
}

/** Whether a decision of this kind, or the outcome, waits for its plant. */
function isDecided(peerId: number, alert: LiveAlert, kind: AlertDecision['kind']): boolean {
  const own = useWaitingDecisions.getState().list.filter((one) => getAlertKey(one) === `${peerId} ${alert.id}`);
  return own.some(({ decision, refusal }) => refusal === null && (decision.kind === kind || decision.kind === 'end'));
}

/** Takes back a decision that waits, or puts a refused one away. */
export const withdrawDecision = (id: string): Promise<WithdrawResult> => openDecisions().outbox.withdraw(id);

/** The alert as it will be once what waits has arrived. */
export const useExpectedAlert = ({ id, alert }: ReceivedAlert): LiveAlert => {
  const list = useWaitingDecisions((waiting) => waiting.list);
  const own = list.filter((one) => getAlertKey(one) === id);
  return expectDecided(alert, own, alert.segnalato_il);
};

/** The outbox of the signed-in person, opened when first needed; it closes when the person changes. */
export function openDecisions(): OpenOutbox {
  const user = useSession.getState().user?.uuid ?? null;
  if (open !== null && open.user === user) return open;
  open?.close();
  open = createOutbox(user);
  void open.outbox.start();
  return open;
}

function createOutbox(user: string | null): OpenOutbox {
  const channel = new BroadcastChannel(`varco-decisions-${user}`);
  const outbox = new DecisionOutbox({
    ...createDecisionStorage(user),
    lock: (name, work, ifFree = false) => withLock(`varco-decisions-${user}-${name}`, work, ifFree),
    send: sendDecision,
    show: (list) => useWaitingDecisions.setState({ list }),
    announce: () => channel.postMessage('changed'),
    onAnswer: (decision, result) => {
      for (const listener of listeners) listener(decision, result);
    },
    delay: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  channel.addEventListener('message', () => void outbox.refresh());
  const stopWatching = watchLine(outbox);
  const stopSession = useSession.subscribe((session) => {
    if ((session.user?.uuid ?? null) !== user) open?.close();
  });
  return {
    user,
    outbox,
    close: () => {
      open = null;
      stopSession();
      stopWatching();
      outbox.stop();
      channel.close();
    },
  };
}

/** Wakes the outbox when the line may be back: the browser says so, a stream opens, a plant signs in, a call succeeds. */
function watchLine(outbox: DecisionOutbox): () => void {
  let wokenAt = nowMs();
  const wakeAll = (): void => outbox.wake();
  globalThis.addEventListener('online', wakeAll);
  const stops = [
    useAlerts.subscribe(({ links }, before) => {
      for (const [peerId, state] of links)
        if (state === 'open' && before.links.get(peerId) !== 'open') outbox.wake(peerId);
    }),
    usePlants.subscribe(({ plants }, before) => {
      for (const [id, { peerId, token }] of plants)
        if (token !== null && before.plants.get(id)?.token !== token) outbox.wake(peerId);
    }),
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || nowMs() - wokenAt < WAKE_GAP_MS) return;
      wokenAt = nowMs();
      wakeAll();
    }),
  ];
  return () => {
    globalThis.removeEventListener('online', wakeAll);
    for (const stop of stops) stop();
  };
}

/** Runs `work` while no other tab holds the name. A browser without locks has no other tab that sends. */
async function withLock<T>(name: string, work: () => Promise<T>, ifFree: boolean): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, { ifAvailable: ifFree }, (lock) =>
    lock === null ? Promise.resolve(null) : work(),
  );
}

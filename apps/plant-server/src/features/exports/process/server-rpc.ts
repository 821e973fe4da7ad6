import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { MinistryGateway } from '../../ministry/ministry.public.ts';
import { NO_PLATE_INDEX, type PlateIndexClient } from '../../../plate-index/plate-index-client.ts';
import type { ExportProcessCall, ServerRpcName, ServerMessage } from './export-messages.ts';

type RpcFunction = (...input: never[]) => Promise<unknown>;
/** Handlers of the forwarded calls on the server side; the last argument of most is a signal. */
type ServerRpcHandlers = Readonly<Record<ServerRpcName, RpcFunction>>;

interface RpcTargets {
  readonly auditSink: AuditSink;
  readonly ministry: MinistryGateway;
  readonly plateIndex: PlateIndexClient;
}

/** Server side: handles the calls of the export process. `ending` aborts long ones. */
export function createRpcHandler(
  { auditSink, ministry, plateIndex }: RpcTargets,
  ending: AbortSignal,
): (requested: ExportProcessCall) => Promise<ServerMessage> {
  const handlers: ServerRpcHandlers = {
    record: auditSink.record.bind(auditSink),
    vehiclesOfOwner: async (code: string) => ministry.vehiclesOfOwner(code, ending),
    find: (...[question, request]: Parameters<PlateIndexClient['find']>) => plateIndex.find(question, request, ending),
    count: (...[question, window]: Parameters<PlateIndexClient['count']>) => plateIndex.count(question, window, ending),
    candidates: (...[question, request]: Parameters<PlateIndexClient['candidates']>) =>
      plateIndex.candidates(question, request, ending),
    filterByRecurrence: (...[plates, recurrence]: Parameters<PlateIndexClient['filterByRecurrence']>) =>
      plateIndex.filterByRecurrence(plates, recurrence, ending),
    countRecurring: (...[question, recurrence]: Parameters<PlateIndexClient['countRecurring']>) =>
      plateIndex.countRecurring(question, recurrence, ending),
    rank: (...[question, request]: Parameters<PlateIndexClient['rank']>) => plateIndex.rank(question, request, ending),
  };
  return async ({ id, call, args: input }) => {
    try {
      return { type: 'answer', id, answer: await handlers[call](...(input as never[])) };
    } catch (error) {
      return { type: 'trouble', id, trouble: String(error) };
    }
  };
}

/** Calls the server. Rejects with the error of the server, or the signal's reason. */
export type CallServer = <T>(call: ServerRpcName, input: readonly unknown[], signal?: AbortSignal) => Promise<T>;

export interface ServerRpc {
  readonly invoke: CallServer;
  /** Handles a response of the server. */
  handleResponse(answer: Extract<ServerMessage, { readonly id: number }>): void;
}

/** Client side of `createRpcHandler`, in the export process. */
export function createServerRpc(send: (message: ExportProcessCall) => void): ServerRpc {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  return {
    async invoke<T>(call: ServerRpcName, input: readonly unknown[], signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      const onAbort = (): void => answer.reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        send({ type: 'ask', id, call, args: input });
        return (await answer.promise) as T;
      } finally {
        signal?.removeEventListener('abort', onAbort);
        waiting.delete(id);
      }
    },
    handleResponse(answer) {
      const found = waiting.get(answer.id);
      if (answer.type === 'answer') found?.resolve(answer.answer);
      else found?.reject(new Error(`server call failed: ${answer.trouble}`));
    },
  };
}

/** The server's plate index, called from another process. */
export const createRemotePlateIndex = (ask: CallServer): PlateIndexClient => ({
  ...NO_PLATE_INDEX,
  find: (question, request, signal) => ask('find', [question, request], signal),
  count: (question, window, signal) => ask('count', [question, window], signal),
  candidates: (question, request, signal) => ask('candidates', [question, request], signal),
  filterByRecurrence: (plates, recurrence, signal) => ask('filterByRecurrence', [plates, recurrence], signal),
  countRecurring: (question, recurrence, signal) => ask('countRecurring', [question, recurrence], signal),
  rank: (question, request, signal) => ask('rank', [question, request], signal),
});

import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { MinistryGateway } from '../../ministry/ministry.public.ts';
import { NO_PLATE_INDEX, type PlateIndexDoor } from '../../../plate-index/open-plate-index.ts';
import type { FromExports, ServerCall, ToExports } from './export-messages.ts';

type Call = (...given: never[]) => Promise<unknown>;
/** Handlers of the forwarded calls on the server side; the last argument of most is a signal. */
type ServerDoor = Readonly<Record<ServerCall, Call>>;

interface Parties {
  readonly auditSink: AuditSink;
  readonly ministry: MinistryGateway | null;
  readonly plateIndex: PlateIndexDoor;
}

/** Server side: handles the calls of the export process. `ending` aborts long ones. */
export function answerExports(
  { auditSink, ministry, plateIndex }: Parties,
  ending: AbortSignal,
): (asked: FromExports) => Promise<ToExports> {
  const handlers: ServerDoor = {
    record: auditSink.record.bind(auditSink),
    vehiclesOfOwner: async (code: string) => ministry?.vehiclesOfOwner(code, ending) ?? { kind: 'no-service' },
    find: (...[question, request]: Parameters<PlateIndexDoor['find']>) => plateIndex.find(question, request, ending),
    count: (...[question, window]: Parameters<PlateIndexDoor['count']>) => plateIndex.count(question, window, ending),
    candidates: (...[question, request]: Parameters<PlateIndexDoor['candidates']>) =>
      plateIndex.candidates(question, request, ending),
    sieve: (...[plates, recurrence]: Parameters<PlateIndexDoor['sieve']>) =>
      plateIndex.sieve(plates, recurrence, ending),
    countRecurring: (...[question, recurrence]: Parameters<PlateIndexDoor['countRecurring']>) =>
      plateIndex.countRecurring(question, recurrence, ending),
    rank: (...[question, request]: Parameters<PlateIndexDoor['rank']>) => plateIndex.rank(question, request, ending),
  };
  return async ({ id, call, given }) => {
    try {
      return { type: 'answer', id, answer: await handlers[call](...(given as never[])) };
    } catch (error) {
      return { type: 'trouble', id, trouble: String(error) };
    }
  };
}

/** Calls the server. Rejects with the error of the server, or the signal's reason. */
export type AskServer = <T>(call: ServerCall, given: readonly unknown[], signal?: AbortSignal) => Promise<T>;

export interface ServerLine {
  readonly ask: AskServer;
  /** Handles a response of the server. */
  take(answer: Extract<ToExports, { readonly id: number }>): void;
}

/** Client side of `createRpcHandler`, in the export process. */
export function openServerLine(send: (message: FromExports) => void): ServerLine {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  return {
    async ask<T>(call: ServerCall, given: readonly unknown[], signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      const onAbort = (): void => answer.reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        send({ type: 'ask', id, call, given });
        return (await answer.promise) as T;
      } finally {
        signal?.removeEventListener('abort', onAbort);
        waiting.delete(id);
      }
    },
    take(answer) {
      const found = waiting.get(answer.id);
      if (answer.type === 'answer') found?.resolve(answer.answer);
      else found?.reject(new Error(`server call failed: ${answer.trouble}`));
    },
  };
}

/** The server's plate index, called from another process. */
export const farPlateIndex = (ask: AskServer): PlateIndexDoor => ({
  ...NO_PLATE_INDEX,
  find: (question, request, signal) => ask('find', [question, request], signal),
  count: (question, window, signal) => ask('count', [question, window], signal),
  candidates: (question, request, signal) => ask('candidates', [question, request], signal),
  sieve: (plates, recurrence, signal) => ask('sieve', [plates, recurrence], signal),
  countRecurring: (question, recurrence, signal) => ask('countRecurring', [question, recurrence], signal),
  rank: (question, request, signal) => ask('rank', [question, request], signal),
});

import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { MinistryGateway } from '../../ministry/ministry.public.ts';
import { NO_PLATE_INDEX, type PlateIndexDoor } from '../../../plate-index/open-plate-index.ts';
import type { FromExports, ServerCall, ToExports } from './export-messages.ts';

type Call = (...given: never[]) => Promise<unknown>;
/** The calls as the server answers them; the last argument of most is a signal. */
type ServerDoor = Readonly<Record<ServerCall, Call>>;

interface Parties {
  readonly auditSink: AuditSink;
  readonly ministry: MinistryGateway | null;
  readonly plateIndex: PlateIndexDoor;
}

/** Answers what the process asks for; `ending` breaks off what takes long. */
export function answerExports(
  { auditSink, ministry, plateIndex }: Parties,
  ending: AbortSignal,
): (asked: FromExports) => Promise<ToExports> {
  const door: ServerDoor = {
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
      return { type: 'answer', id, answer: await door[call](...(given as never[])) };
    } catch (error) {
      return { type: 'trouble', id, trouble: String(error) };
    }
  };
}

/** Asks the server. Rejects with what went wrong there, or the signal's reason. */
export type AskServer = <T>(call: ServerCall, given: readonly unknown[], signal?: AbortSignal) => Promise<T>;

export interface ServerLine {
  readonly ask: AskServer;
  /** Takes an answer of the server. */
  take(answer: Extract<ToExports, { readonly id: number }>): void;
}

/** The other end of `answerExports`. */
export function openServerLine(say: (asked: FromExports) => void): ServerLine {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  return {
    async ask<T>(call: ServerCall, given: readonly unknown[], signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      const forget = (): void => answer.reject(signal?.reason);
      signal?.addEventListener('abort', forget, { once: true });
      try {
        say({ type: 'ask', id, call, given });
        return (await answer.promise) as T;
      } finally {
        signal?.removeEventListener('abort', forget);
        waiting.delete(id);
      }
    },
    take(answer) {
      const found = waiting.get(answer.id);
      if (answer.type === 'answer') found?.resolve(answer.answer);
      else found?.reject(new Error(`the server could not: ${answer.trouble}`));
    },
  };
}

/** The plate index of the server, from another process of the plant: as good an answer, and null where it has none. */
export const farPlateIndex = (ask: AskServer): PlateIndexDoor => ({
  ...NO_PLATE_INDEX,
  find: (question, request, signal) => ask('find', [question, request], signal),
  count: (question, window, signal) => ask('count', [question, window], signal),
  candidates: (question, request, signal) => ask('candidates', [question, request], signal),
  sieve: (plates, recurrence, signal) => ask('sieve', [plates, recurrence], signal),
  countRecurring: (question, recurrence, signal) => ask('countRecurring', [question, recurrence], signal),
  rank: (question, request, signal) => ask('rank', [question, request], signal),
});

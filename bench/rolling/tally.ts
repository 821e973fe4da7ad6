import { ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import { type Answer, Caller, type Headers, isDone } from '../drill/caller.ts';
import { summarizeTimes, type Times } from '../stats.ts';

/** Calls by what they are for, in the order of the report, with the beginnings of their paths. */
const KINDS = [
  ['reads with a picture', [ingestReadsWithPictures.path]],
  ['reads', ['/api/ingest/']],
  ['list changes', ['/api/blacklist']],
  ['exports', ['/api/lpr/export']],
  ['sign-ins', ['/api/auth/']],
  ['notes', ['/api/lpr/notes', '/api/notes']],
  ['searches and transits', ['/api/lpr', '/api/v2/lpr']],
  ['alerts', ['/api/alerts', '/api/notifications']],
  ['portal sessions', ['/api/v1/']],
] as const;
const OTHER = 'other calls';

/** What a call is for. @param path without query */
export const findKind = (path: string): string =>
  KINDS.find(([, beginnings]) => beginnings.some((beginning) => path.startsWith(beginning)))?.[0] ?? OTHER;

interface KindCounts {
  readonly ms: number[];
  failed: number;
  refused: number;
}

/** One line of the report. */
export interface TallyRow {
  readonly kind: string;
  readonly times: Times | null;
  readonly failed: number;
  readonly refused: number;
}

/** Counts every call of the load by kind. */
export class Tally {
  /** Failed calls with the instant of their end (`performance.now`), for whoever searches for the cause. */
  readonly failures: { readonly atMs: number; readonly text: string }[] = [];
  private readonly kinds = new Map<string, KindCounts>();

  /**
   * Notes an answer. 429 and 409 are answers of a server that works, counted apart: the rates are made for people, and a
   * decision that was taken is not taken twice. Everything else that is no success has failed.
   */
  note(call: string, path: string, answer: Answer, ms: number): void {
    const kind = findKind(path);
    const counts = this.kinds.get(kind) ?? { ms: [], failed: 0, refused: 0 };
    this.kinds.set(kind, counts);
    counts.ms.push(ms);
    if (isDone(answer)) return;
    if (answer.status === 429 || (answer.status === 409 && kind === 'alerts')) counts.refused += 1;
    else {
      counts.failed += 1;
      const body = JSON.stringify(answer.body) ?? '';
      const text = `${new Date().toISOString()} ${call} ${path} ${answer.status} ${body.slice(0, 200)}`;
      this.failures.push({ atMs: performance.now(), text });
    }
  }

  rows(): readonly TallyRow[] {
    const names = [...KINDS.map(([name]) => name as string), OTHER];
    return names.flatMap((kind) => {
      const counts = this.kinds.get(kind);
      if (counts === undefined) return [];
      return [{ kind, times: summarizeTimes(counts.ms), failed: counts.failed, refused: counts.refused }];
    });
  }
}

/** A caller whose every call is counted, also those that are repeated. */
export class CountedCaller extends Caller {
  private readonly tally: Tally;

  constructor(url: string, tally: Tally) {
    super(url, () => {});
    this.tally = tally;
  }

  override async call(method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> {
    const begunAt = performance.now();
    const answer = await super.call(method, path, headers, body);
    this.tally.note(method, path, answer, performance.now() - begunAt);
    // The proxy lost the server before it answered: as without a proxy, nobody knows whether it was done.
    return answer.status === 502 ? { ...answer, status: 0 } : answer;
  }
}

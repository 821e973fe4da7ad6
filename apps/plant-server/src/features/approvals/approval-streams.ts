import { ApprovalNews } from '@varco/contract/plant/approvals.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { createHash } from 'node:crypto';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { LatestMessageStream, StreamOwner } from '../../streams/latest-message-stream.ts';
import { StreamSet } from '../../streams/stream-set.ts';
import { computeApprovalTerms } from './approval-terms.ts';
import { type ApprovalChange, listApprovals, readRecentApprovals } from './approvals.repository.ts';
import type { ApprovalsDeps } from './approvals.deps.ts';
import { findApprovalState, findObstacle } from './approvals.view.ts';

const PING_EVERY_MS = 15_000;
const READ_EVERY_MS = 1_000;
const MAX_COUNTED = 200;

/** What was sent to a stream last. */
interface SentNews {
  version: string;
  atMs: number;
}

/** Open streams that say when requests came or were decided. */
export class ApprovalStreams {
  private readonly deps: ApprovalsDeps;
  private readonly streams: StreamSet<SentNews>;

  constructor(deps: ApprovalsDeps) {
    this.deps = deps;
    this.streams = new StreamSet(deps, {
      perUser: 5,
      perPlant: 500,
      everyMs: READ_EVERY_MS,
      onFailure: (error) => deps.log.error('approvals not read', { error }),
      serve: (streams) => this.serve(streams),
    });
  }

  /** Opens a stream; see `StreamSet.open`. */
  open(owner: StreamOwner, signal: AbortSignal): AsyncIterable<string> {
    return this.streams.open(owner, { version: '', atMs: 0 }, signal);
  }

  /** Ends every stream when the server stops. */
  endAll(): Promise<void> {
    return this.streams.endAll();
  }

  private async serve(streams: readonly LatestMessageStream<SentNews>[]): Promise<void> {
    const nowMs = this.deps.now().getTime();
    const { openSinceIso } = computeApprovalTerms(nowMs);
    const changes = await readRecentApprovals(this.deps.store.runner, openSinceIso);
    for (const { stream, user } of await this.streams.keepEntitled(streams, nowMs)) {
      const version = hashChanges(changes, user);
      if (version !== stream.request.version) await this.sendNews(stream, user, version, nowMs);
      else if (nowMs - stream.request.atMs >= PING_EVERY_MS || nowMs < stream.request.atMs) {
        stream.offerPing(`event: ping\ndata: ${JSON.stringify({ at: toIsoInstant(nowMs) })}\n\n`);
        stream.request.atMs = nowMs;
      }
    }
  }

  private async sendNews(
    stream: LatestMessageStream<SentNews>,
    user: PlantUser,
    version: string,
    nowMs: number,
  ): Promise<void> {
    const waiting = user.approves ? await this.countWaiting(user, nowMs) : 0;
    const news = ApprovalNews.parse({ da_decidere: waiting, versione: version });
    stream.offer(`event: richieste\ndata: ${JSON.stringify(news)}\n\n`);
    stream.request.version = version;
    stream.request.atMs = nowMs;
  }

  /** Open requests this person may decide. */
  private async countWaiting(user: PlantUser, nowMs: number): Promise<number> {
    const terms = computeApprovalTerms(nowMs);
    const reader = { uuid: user.uuid, seesAll: true };
    const rows = await listApprovals(this.deps.store.runner, reader, terms.openSinceIso, MAX_COUNTED);
    return rows.filter((row) => findApprovalState(row, terms) === 'open' && findObstacle(row, user) === null).length;
  }
}

/** Differs whenever what this person sees in the list may have changed. */
function hashChanges(changes: readonly ApprovalChange[], user: PlantUser): string {
  const seen = changes.filter(({ requester }) => user.approves || requester === user.uuid);
  const text = seen.map(({ id, state }) => `${id} ${state}`).join('\n');
  return createHash('sha256').update(`${user.approves} ${text}`).digest('base64url');
}

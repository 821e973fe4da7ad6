import type { PersonRequest } from '@varco/contract/plant/person-requests.ts';
import { romeDayStart } from '@varco/domain/time/rome.ts';

const DAY_MS = 86_400_000;

/** A request as one plant has it. */
export interface RequestPart {
  readonly peerId: number;
  readonly request: PersonRequest;
}

/** One request over all plants; the first part speaks for what was entered. */
export interface RequestBatch {
  readonly key: string;
  readonly first: PersonRequest;
  readonly parts: readonly RequestPart[];
  /** Parts that are still to be answered. */
  readonly open: readonly RequestPart[];
  /** The earliest day an open part is due; without one the day of the first part. */
  readonly due: string;
}

/** Puts the parts of each request together: open ones by the day they are due, then closed ones, newest first. */
export function groupRequests(parts: readonly RequestPart[]): readonly RequestBatch[] {
  return [...Map.groupBy(parts, ({ request }) => request.lotto)]
    .flatMap(([key, of]): readonly RequestBatch[] => {
      const [first] = of;
      if (first === undefined) return [];
      const open = of.filter(({ request }) => request.stato === 'open');
      const days = (open.length > 0 ? open : of)
        .map(({ request }) => request.scadenza)
        .toSorted((a, b) => a.localeCompare(b));
      return [{ key, first: first.request, parts: of, open, due: days[0] ?? first.request.scadenza }];
    })
    .toSorted(compareBatches);
}

/** Transits that a plant restricts for a request now. */
export const countRestricted = ({ request }: RequestPart): number => request.limitati ?? 0;

/** True for a plant that restricted something for a request, or began to, whether or not that has ended. */
export const hasRestriction = (part: RequestPart): boolean =>
  part.request.tipo === 'restriction' && ((part.request.limitazione ?? null) !== null || countRestricted(part) > 0);

/** True while a restriction can still be lifted or erased. */
export const isRestricting = (part: RequestPart): boolean =>
  hasRestriction(part) && (part.request.revoca ?? null) === null && part.request.cancellazione === null;

function compareBatches(a: RequestBatch, b: RequestBatch): number {
  if (a.open.length > 0 !== b.open.length > 0) return a.open.length > 0 ? -1 : 1;
  if (a.open.length > 0) return a.due.localeCompare(b.due);
  return getEnd(b).localeCompare(getEnd(a));
}

const getEnd = ({ first }: RequestBatch): string => first.chiusura?.il ?? first.registrata_il;

/** Whole days from one ISO day to another; negative: the other is earlier. */
export const countDays = (from: string, to: string): number =>
  Math.round((romeDayStart(to) - romeDayStart(from)) / DAY_MS);

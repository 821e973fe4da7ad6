/** What the plant acknowledged in a round, written down outside the plant. */

/** Whether a read must have an alert: its plate was surely listed, surely not, or a change of the list got no answer. */
export type AlertDuty = 'must' | 'never' | 'may';

export interface SentRead {
  readonly plate: string;
  /** ISO. */
  readonly at: string;
  readonly alert: AlertDuty;
  readonly hasPicture: boolean;
  /** Transit id of the acknowledgement; null: none arrived. */
  id: string | null;
}

/** State of a list entry: its note, or null when it is not there. */
export type EntryState = string | null;

export interface SentEntry {
  readonly plate: string;
  /** The newest acknowledged state. */
  known: EntryState;
  /** Requested afterwards and not answered: it may be there or not. */
  readonly open: EntryState[];
}

export interface SentDecision {
  /** Made by the client (ADR 0048). */
  readonly id: string;
  readonly alert: string;
  readonly kind: 'verify' | 'outcome';
  /** As acknowledged: the instant and the version; null: no answer. */
  answer: { readonly at: string | null; readonly ver: number } | null;
}

export interface SentNote {
  readonly text: string;
  readonly transit: string;
  isAcknowledged: boolean;
}

export interface SentExport {
  readonly guid: string;
  readonly jwt: string;
  /** Transits it must contain: those of an earlier round, which do not change any more. */
  readonly expected: number;
  isAcknowledged: boolean;
}

export interface Ledger {
  /** The first two characters of every plate of the round. */
  readonly tag: string;
  /** ISO. */
  readonly begunAt: string;
  readonly reads: Map<string, SentRead>;
  readonly entries: Map<string, SentEntry>;
  readonly decisions: SentDecision[];
  readonly notes: SentNote[];
  readonly exports: SentExport[];
}

export const createLedger = (tag: string, begunAt: string): Ledger => ({
  ...{ tag, begunAt, reads: new Map(), entries: new Map() },
  ...{ decisions: [], notes: [], exports: [] },
});

/** Numbers of acknowledgements by kind. */
export interface Acknowledged {
  readonly reads: number;
  readonly pictures: number;
  readonly alerts: number;
  readonly lists: number;
  readonly decisions: number;
  readonly notes: number;
  readonly exports: number;
}

export function countAcknowledged({ reads, entries, decisions, notes, exports }: Ledger): Acknowledged {
  const done = [...reads.values()].filter(({ id }) => id !== null);
  return {
    reads: done.length,
    pictures: done.filter(({ hasPicture }) => hasPicture).length,
    alerts: done.filter(({ alert }) => alert === 'must').length,
    lists: [...entries.values()].filter(({ known, open }) => known !== null || open.length === 0).length,
    decisions: decisions.filter(({ answer }) => answer !== null).length,
    notes: notes.filter(({ isAcknowledged }) => isAcknowledged).length,
    exports: exports.filter(({ isAcknowledged }) => isAcknowledged).length,
  };
}

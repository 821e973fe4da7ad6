import type { Caller, Headers } from './caller.ts';
import type { Ledger } from './ledger.ts';

/** People of the drill: each kind of work has its own, as rates are counted by person. */
export interface People {
  readonly searcher: Headers;
  readonly lister: Headers;
  readonly decider: Headers;
  readonly writer: Headers;
}

export interface LoadContext {
  readonly caller: Caller;
  readonly people: People;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
}

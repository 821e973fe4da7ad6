import { create } from 'zustand';
import type { WaitingDecision } from './alert-decision.ts';

/** Decisions of this person that wait for their plant or were refused, oldest first. */
export const useWaitingDecisions = create<{ readonly list: readonly WaitingDecision[] }>(() => ({ list: [] }));

/** Number of decisions that a sign-out would lose. */
export const countUnsent = (list: readonly WaitingDecision[]): number =>
  list.filter(({ refusal }) => refusal === null).length;

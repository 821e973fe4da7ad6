import { z } from 'zod';
import { create } from 'zustand';
import { useSession } from '../session/session-store.ts';
import { createSealedValue } from '../storage/sealed-value.ts';
import { setReason, useReason } from './reason.ts';

const MAX_CASES = 8;

const KnownCase = z.object({ code: z.string().max(40), text: z.string().max(240), case: z.string().max(80) });
export type KnownCase = z.infer<typeof KnownCase>;

const StoredCases = z.object({
  /** Session in which the first case was current. A reload restores that case; a later sign-in does not. */
  sessionId: z.string(),
  cases: z.array(KnownCase).max(MAX_CASES),
});

const storedCases = createSealedValue('cases', StoredCases);

interface KnownCases {
  /** Id of the user who owns these cases; null: not loaded yet. */
  readonly owner: string | null;
  /** Newest first. */
  readonly cases: readonly KnownCase[];
}

/** Cases the user worked on, each with reason and text; encrypted on disk for 24 hours. */
export const useKnownCases = create<KnownCases>(() => ({ owner: null, cases: [] }));

/** Moves a case to the front. Each case number has one entry; cases without a number are distinguished by reason. */
export function moveCaseToFront(cases: readonly KnownCase[], one: KnownCase): readonly KnownCase[] {
  const isSame = (other: KnownCase): boolean => other.case === one.case && (one.case !== '' || other.code === one.code);
  return [one, ...cases.filter((other) => !isSame(other))].slice(0, MAX_CASES);
}

/** The running or finished load of the current owner. */
let loading: Promise<void> = Promise.resolve();

/**
 * Loads the stored cases, once per user; every caller waits for the same load. After a reload the current case is
 * restored.
 */
export function loadKnownCases(): Promise<void> {
  const owner = useSession.getState().user?.uuid ?? null;
  if (owner === null) return Promise.resolve();
  if (useKnownCases.getState().owner === owner) return loading;
  useKnownCases.setState({ owner });
  loading = loadCasesOf(owner);
  return loading;
}

async function loadCasesOf(owner: string): Promise<void> {
  const { sessionId } = useSession.getState();
  const before = await storedCases.load();
  if (before === null || useKnownCases.getState().owner !== owner) return;
  const now = useKnownCases.getState().cases;
  useKnownCases.setState({ cases: now.reduceRight(moveCaseToFront, before.cases as readonly KnownCase[]) });
  const [newest] = before.cases;
  if (newest !== undefined && before.sessionId === sessionId && useReason.getState().code === '') setReason(newest);
}

useReason.subscribe(({ code, text, case: caseNumber }, was) => {
  const { sessionId } = useSession.getState();
  const isNew = code !== was.code || text !== was.text || caseNumber !== was.case;
  if (code === '' || sessionId === null || !isNew) return;
  const cases = moveCaseToFront(useKnownCases.getState().cases, { code, text, case: caseNumber });
  useKnownCases.setState({ cases });
  storedCases.save({ sessionId, cases: [...cases] });
});

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useKnownCases.setState({ owner: null, cases: [] });
});

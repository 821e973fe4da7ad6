import { z } from 'zod';
import { create } from 'zustand';
import { useSession } from '../session/session-store.ts';
import { sealedValue } from '../storage/sealed-value.ts';
import { setReason, useReason } from './reason.ts';

const MOST_CASES = 8;

const KnownCase = z.object({ code: z.string().max(40), text: z.string().max(240), case: z.string().max(80) });
export type KnownCase = z.infer<typeof KnownCase>;

const Stored = z.object({
  /** Session in which the first of them was in hand: it is taken up again after a reload, but never by a later sign-in. */
  sessionId: z.string(),
  cases: z.array(KnownCase).max(MOST_CASES),
});

const stored = sealedValue('cases', Stored);

interface KnownCases {
  /** Whose they are; null: not read yet. */
  readonly owner: string | null;
  /** Newest first. */
  readonly cases: readonly KnownCase[];
}

/** Cases this user has worked on, each with its reason and text; encrypted on the disk, for 24 hours. */
export const useKnownCases = create<KnownCases>(() => ({ owner: null, cases: [] }));

/** A case in hand stands first; one case number, one reason. Without a number the reason tells them apart. */
export function withCase(cases: readonly KnownCase[], one: KnownCase): readonly KnownCase[] {
  const isSame = (other: KnownCase): boolean => other.case === one.case && (one.case !== '' || other.code === one.code);
  return [one, ...cases.filter((other) => !isSame(other))].slice(0, MOST_CASES);
}

/** Reads what was kept, once for each user; after a reload the case in hand is in hand again. */
export async function loadKnownCases(): Promise<void> {
  const { user, sessionId } = useSession.getState();
  const owner = user?.uuid ?? null;
  if (owner === null || useKnownCases.getState().owner === owner) return;
  useKnownCases.setState({ owner });
  const before = await stored.load();
  if (before === null || useKnownCases.getState().owner !== owner) return;
  const now = useKnownCases.getState().cases;
  useKnownCases.setState({ cases: now.reduceRight(withCase, before.cases as readonly KnownCase[]) });
  const [newest] = before.cases;
  if (newest !== undefined && before.sessionId === sessionId && useReason.getState().code === '') setReason(newest);
}

useReason.subscribe(({ code, text, case: caseNumber }, was) => {
  const { sessionId } = useSession.getState();
  const isNew = code !== was.code || text !== was.text || caseNumber !== was.case;
  if (code === '' || sessionId === null || !isNew) return;
  const cases = withCase(useKnownCases.getState().cases, { code, text, case: caseNumber });
  useKnownCases.setState({ cases });
  stored.save({ sessionId, cases: [...cases] });
});

useSession.subscribe(({ status }) => {
  if (status !== 'signed-in') useKnownCases.setState({ owner: null, cases: [] });
});

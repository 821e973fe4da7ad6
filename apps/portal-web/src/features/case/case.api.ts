import { queryOptions } from '@tanstack/react-query';
import { countOwnAudit, listOwnAudit } from '@varco/contract/plant/audit.ts';
import { countOwnQuestions } from '@varco/contract/plant/own-questions.ts';
import { yieldBetween } from '../../lib/yield-between.ts';
import { LOGGED_SEARCHES } from '../../lib/case/logged-searches.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';

/**
 * Number of searches logged under a case. One search leaves an entry on every plant it reached, so the highest count of
 * any plant is used; a plant that does not answer counts as 0.
 */
export const loggedSearchesQuery = (plants: readonly PlantSession[], caseNumber: string) => {
  const ids = plants.filter((plant) => plant.state === 'ok').map((plant) => plant.credentialId);
  return queryOptions({
    queryKey: [...LOGGED_SEARCHES, caseNumber, ids],
    queryFn: async ({ signal }): Promise<number> => {
      const calls: Promise<{ readonly searches: number }>[] = [];
      await yieldBetween(ids, (id) => {
        const call = callPlant(id, countOwnAudit, { body: { case: caseNumber } }, { signal, isPolling: true });
        // Awaited below together with the others; avoids an unhandled rejection if one fails earlier.
        call.catch(() => undefined);
        calls.push(call);
      });
      const answers = await Promise.allSettled(calls);
      return Math.max(0, ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.searches : 0)));
    },
    enabled: caseNumber !== '' && ids.length > 0,
    refetchInterval: 15_000,
  });
};

/** Questions of reviewers that wait for the user's answer, on all plants; a plant that does not answer counts as 0. */
export const openQuestionsQuery = (plants: readonly PlantSession[]) => {
  const ids = plants.filter((plant) => plant.state === 'ok').map((plant) => plant.credentialId);
  return queryOptions({
    queryKey: [OPEN_QUESTIONS, ids],
    queryFn: async ({ signal }): Promise<number> => {
      const calls: Promise<{ readonly open: number }>[] = [];
      await yieldBetween(ids, (id) => {
        const call = callPlant(id, countOwnQuestions, {}, { signal, isPolling: true });
        call.catch(() => undefined);
        calls.push(call);
      });
      const answers = await Promise.allSettled(calls);
      return answers.reduce((sum, answer) => sum + (answer.status === 'fulfilled' ? answer.value.open : 0), 0);
    },
    enabled: ids.length > 0,
    staleTime: QUESTIONS_STALE_MS,
  });
};

export const OPEN_QUESTIONS = 'open-questions';
const QUESTIONS_STALE_MS = 600_000;

/** Maximum number of newest entries listed per plant. */
export const MAX_LISTED_ENTRIES = 50;

/** The user's newest audit entries on one plant, of one case or (empty number) of all. Reading them is audited too. */
export const ownEntriesQuery = (credentialId: string, caseNumber: string) =>
  queryOptions({
    queryKey: ['own-entries', credentialId, caseNumber],
    queryFn: ({ signal }) =>
      callPlant(
        credentialId,
        listOwnAudit,
        { body: { limit: MAX_LISTED_ENTRIES, ...(caseNumber === '' ? {} : { case: caseNumber }) } },
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

import { queryOptions } from '@tanstack/react-query';
import { answerReview, declareHousehold, listOwnQuestions, type OwnQuestion } from '@varco/contract/plant/review.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';

/** Questions of reviewers to the user on one plant. Reading them is recorded, so nothing is asked again by itself. */
export const ownQuestionsQuery = (credentialId: string) =>
  queryOptions({
    queryKey: ['own-questions', credentialId],
    queryFn: async ({ signal }) => (await callPlant(credentialId, listOwnQuestions, {}, { signal })).questions,
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  });

export const answerQuestion = (credentialId: string, month: string, note: string): Promise<OwnQuestion> =>
  callPlant(credentialId, answerReview, { body: { month, note } });

/** Declares the plates on every plant; returns the plants that did not take the declaration. */
export async function declareOnPlants(
  plants: readonly PlantSession[],
  plates: readonly string[],
): Promise<readonly PlantSession[]> {
  const answers = await Promise.allSettled(
    plants.map(({ credentialId }) => callPlant(credentialId, declareHousehold, { body: { plates: [...plates] } })),
  );
  return plants.filter((_, at) => answers[at]?.status === 'rejected');
}

import { queryOptions } from '@tanstack/react-query';
import { systemInfo } from '@varco/contract/portal/system.ts';
import { usernameTaken } from '@varco/contract/portal/user.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { elapsedMs } from '../../lib/clock.ts';

/** Whether the portal answers from this workstation, and in how many milliseconds. */
export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: async ({ signal }) => {
    const began = elapsedMs();
    const info = await callPortal(systemInfo, {}, { signal });
    return { info, tookMs: Math.round(elapsedMs() - began) };
  },
  staleTime: 60_000,
});

const HTTP_CONFLICT = 409;

/** P 7, readings B-04: only status 409 means taken; any other error is ignored so that the user can go on. */
export async function isUsernameTaken(name: string): Promise<boolean> {
  try {
    await callPortal(usernameTaken, { query: { username: name } });
    return false;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.facts.status === HTTP_CONFLICT;
  }
}

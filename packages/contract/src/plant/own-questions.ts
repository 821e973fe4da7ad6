import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';

export const OWN_QUESTIONS = { errors: CALL_ERRORS, access: { who: 'plant-user', rule: 'audit.own' } } as const;

/** Number of open questions to the caller, shown in the case bar. It returns no question and is not recorded itself. */
export const countOwnQuestions = endpoint({
  ...OWN_QUESTIONS,
  id: 'countOwnQuestions',
  method: 'GET',
  path: '/api/audit/review/own/count',
  summary: 'Number of open questions about own consultations',
  response: z.object({ open: z.int().min(0) }),
  audit: null,
  limit: 'read',
});

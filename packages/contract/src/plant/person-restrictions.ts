import { z } from 'zod';
import { CALL_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';
import {
  change,
  HANDLE,
  IdParam,
  MAX_PERSON_TRANSITS,
  PersonLetter,
  PersonRequest,
  requiredText,
} from './person-requests.ts';

/** The restriction of what a request of a person found, and its end: GDPR art. 18, D.Lgs. 51/2018 art. 12 (ADR 0064). */

const ConfirmedNumber = z.object({ transiti: z.int().min(0).max(MAX_PERSON_TRANSITS) });

/**
 * Takes the transits out of everything that finds, counts or shows transits, and stores them sealed; those under a legal hold stay
 * (ADR 0064). Reads that arrive later are not restricted. Errors as in an erasure; an interrupted restriction is repeated.
 */
export const restrictPersonData = endpoint({
  ...change,
  id: 'restrictPersonData',
  method: 'POST',
  path: '/api/person-requests/:id/restrict',
  summary: 'Restrict the transits that a request of restriction asks for',
  params: IdParam,
  /** Number of transits that the last search found. */
  body: ConfirmedNumber,
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.restrict',
  limit: 'search',
});

/** Once, also for a closed request. `conflict`/`request_not_restricted`; `conflict`: stated before, or the restriction ended. */
export const announceLift = endpoint({
  ...change,
  id: 'announceLift',
  method: 'POST',
  path: '/api/person-requests/:id/announce-lift',
  summary: 'State that the person was informed that the restriction will be lifted, and why',
  params: IdParam,
  body: z.object({ motivo: requiredText(500) }),
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.announce',
});

/**
 * Puts everything back as it was; nobody is notified. `conflict`/`request_not_announced`: the person was not informed;
 * `request_changed`: another number is restricted now; `request_not_restricted`. An interrupted lifting is repeated.
 */
export const liftRestriction = endpoint({
  ...change,
  id: 'liftRestriction',
  method: 'POST',
  path: '/api/person-requests/:id/lift',
  summary: 'Lift the restriction of a request',
  params: IdParam,
  /** `limitati` of the request. */
  body: ConfirmedNumber,
  response: PersonRequest,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  audit: 'person-requests.lift',
  limit: 'search',
});

/** `conflict`: it was neither announced that the restriction will be lifted, nor were its data erased. */
export const writeRestrictionNotice = endpoint({
  id: 'writeRestrictionNotice',
  method: 'GET',
  path: '/api/person-requests/:id/restriction-notice',
  summary:
    'The letter about the end of a restriction, in Italian: that it will be lifted, or that its data were erased',
  params: IdParam,
  response: PersonLetter,
  errors: [...CALL_ERRORS, 'not_found', 'conflict'],
  access: HANDLE,
  audit: 'person-requests.notice',
  limit: 'search',
});

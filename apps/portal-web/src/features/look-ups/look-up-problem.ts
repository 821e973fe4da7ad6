import { ApiError } from '../../lib/api/api-error.ts';

/** Why a look-up failed; each kind has its own text (T 8.4). */
export type ProblemKind =
  | 'congested'
  | 'maintenance'
  | 'unreachable'
  | 'broken'
  | 'credentials'
  | 'module'
  | 'pending'
  | 'network'
  | 'unauthorised'
  | 'reason'
  | 'rate'
  | 'rights'
  | 'noPaidRight'
  | 'noPaidLicence'
  | 'noRcaLicence'
  | 'form'
  | 'notStored'
  | 'other';

const KIND_BY_SUB_CODE: Readonly<Record<string, ProblemKind>> = {
  registry_congested: 'congested',
  registry_maintenance: 'maintenance',
  registry_unreachable: 'unreachable',
  registry_broken: 'broken',
  registry_credentials: 'credentials',
  registry_missing: 'module',
  look_up_pending: 'pending',
  not_charged: 'unreachable',
  paid_query_perms_require: 'noPaidRight',
  visure_license_missing: 'noPaidLicence',
  rca_rev_license_missing: 'noRcaLicence',
  network: 'network',
  timeout: 'network',
  shutting_down: 'network',
};

const KIND_BY_CODE: Readonly<Record<string, ProblemKind>> = {
  reason_required: 'reason',
  rate_limit_exceeded: 'rate',
  no_perms: 'rights',
  bad_request: 'form',
  not_found: 'notStored',
};

/** Classifies the error of a look-up. */
export function classifyLookUpError(error: unknown): ProblemKind {
  if (!(error instanceof ApiError)) return 'other';
  const { code, subCode, status } = error.facts;
  if (status === 401) return 'unauthorised';
  return KIND_BY_SUB_CODE[subCode ?? ''] ?? KIND_BY_CODE[code] ?? 'other';
}

/** Problems after which the look-up may have been charged: it must be repeated with the same id, never as a new one. */
export const mayBeCharged = (kind: ProblemKind): boolean => kind === 'pending' || kind === 'network';

/** Problems for which a retry may succeed. */
export const canRetry = (kind: ProblemKind): boolean =>
  mayBeCharged(kind) ||
  ['congested', 'maintenance', 'unreachable', 'broken', 'reason', 'rate', 'unauthorised', 'other'].includes(kind);

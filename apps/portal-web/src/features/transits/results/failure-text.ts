import type { FailureKind } from '@varco/domain/federation/merge.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';

const FAILURE_TEXTS: Readonly<Record<FailureKind, MessageKey>> = {
  no_perms: 'errors:code.no_perms',
  daily_rows: 'errors:sub.daily_rows',
  timeout: 'errors:sub.statement_timeout',
  unreachable: 'errors:local.network',
  session: 'errors:code.invalid_token',
  reason_required: 'errors:code.reason_required',
  bad_answer: 'transits:plantError.lying',
  stopped: 'transits:plantError.stoppedCause',
  other: 'errors:code.unavailable',
};

/** Text key that explains why a plant is missing from a result. */
export const getFailureTextKey = (failure: FailureKind): MessageKey => FAILURE_TEXTS[failure];

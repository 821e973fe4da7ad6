import type { Translate } from '@varco/i18n/message-types.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatError } from '../../../lib/notices/error-text.ts';

/** Text of a failed call to a plant. */
export const formatCallFailure = (error: Error, t: Translate): string =>
  error instanceof ApiError ? formatError(error.facts, true, t) : t('errors:code.internal');

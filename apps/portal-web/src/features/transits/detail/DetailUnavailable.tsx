import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { requestReason, useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { formatCallError } from '../../../lib/notices/error-text.ts';

const getCode = (error: Error | null): string | null => (error instanceof ApiError ? error.code : null);

/** Fetches again when the reason that the plant asked for has been stated. */
export function useRetryWithReason(error: Error | null, retry: () => void): void {
  const { code, text, case: caseNumber } = useReason();
  const isWaiting = getCode(error) === 'reason_required';
  const again = useEffectEvent(() => {
    if (isWaiting) retry();
  });
  useEffect(() => {
    if (code !== '') again();
  }, [code, text, caseNumber]);
}

/**
 * DET-14, T 8.1: a failed fetch clears the detail without a notification. A message replaces the content, because an
 * empty page would read as "nothing is known about this vehicle". Somebody who opened a link of a colleague is told
 * what their own account lacks.
 */
export function DetailUnavailable(props: { error: Error; onAgain: () => void }): ReactElement {
  const t = useT();
  switch (getCode(props.error)) {
    case 'not_found':
      return (
        <EmptyState icon="document" title={t('detail:gone')}>
          {t('detail:notFound')}
        </EmptyState>
      );
    case 'reason_required':
      return (
        <EmptyState
          icon="folder"
          title={t('detail:reasonTitle')}
          actions={<Button onClick={requestReason}>{t('detail:reasonInsert')}</Button>}
        >
          {t('detail:reasonText')}
        </EmptyState>
      );
    case 'not_configured':
      return (
        <EmptyState
          icon="lock"
          tone="pv"
          title={t('detail:noPlantTitle')}
          actions={
            <Button component={Link} to="/credentials" variant="default">
              {t('detail:noPlantAdd')}
            </Button>
          }
        >
          {t('detail:noPlantText')}
        </EmptyState>
      );
    case 'no_perms':
      return (
        <EmptyState icon="lock" tone="pv" title={t('detail:noRightTitle')}>
          {t('detail:noRightText')}
        </EmptyState>
      );
    default:
      return (
        <EmptyState
          icon="document"
          title={t('detail:cleared')}
          actions={
            <Button variant="default" onClick={props.onAgain}>
              {t('common:retry')}
            </Button>
          }
        >
          {formatCallError(props.error, t)}
        </EmptyState>
      );
  }
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { requestReason, useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { formatCallError, hasSubCodeText } from '../../../lib/notices/error-text.ts';
import { findNoticeCode } from '../../../lib/plants/credential-notices.ts';
import { formatPlantFailure } from '../../../lib/plants/plant-faults.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlant } from '../../../lib/plants/use-plants.ts';

const getCode = (error: Error | null): string | null => (error instanceof ApiError ? error.code : null);

const hasOwnText = (error: Error): boolean =>
  error instanceof ApiError && error.subCode !== undefined && hasSubCodeText(error.subCode);

/** Why the plant did not send the transit; one that does not let the person in said why when they signed in. */
function formatCause(error: Error, plant: PlantSession | null, t: Translate): string {
  if (plant === null) return formatCallError(error, t);
  const label = getPlantLabel(plant);
  const notice = error instanceof ApiError && error.facts.status === 401 ? findNoticeCode(plant) : null;
  return notice === null ? formatPlantFailure(error, label, t) : t(`notices:code.c${notice}`, { plant: label });
}

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
export function DetailUnavailable(props: { error: Error; peerId: number; onAgain: () => void }): ReactElement {
  const t = useT();
  const { error } = props;
  const plant = usePlant(props.peerId);
  switch (getCode(error)) {
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
          {/* What exactly is missing, where the plant said it. */}
          {hasOwnText(error) ? formatCallError(error, t) : t('detail:noRightText')}
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
          {formatCause(error, plant, t)}
        </EmptyState>
      );
  }
}

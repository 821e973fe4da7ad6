import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import { canRetry, mayBeCharged, type ProblemKind } from './look-up-problem.ts';

const PROBLEM_TEXTS: Readonly<Partial<Record<ProblemKind, MessageKey>>> = {
  noPaidRight: 'lookUps:noPaidRight',
  noPaidLicence: 'lookUps:noPaidLicence',
  noRcaLicence: 'lookUps:noRcaLicence',
};

/**
 * Why the last look-up failed, and whether it may have been charged. A retry repeats the same request id, so it never
 * charges twice.
 */
export function ProblemNotice(props: { controller: LookUpController }): ReactElement | null {
  const t = useT();
  const { controller } = props;
  const problem = useLookUps(controller, (state) => state.problem);
  if (problem === null) return null;
  const { kind, press } = problem;
  const isPaid = isPaidRequest(press.request.tipo_richiesta);
  const key = PROBLEM_TEXTS[kind] ?? (`lookUps:problem.${kind}` as MessageKey);
  const again = canRetry(kind) && (
    <Button variant="default" onClick={controller.retry}>
      {t(isPaid && mayBeCharged(kind) ? 'lookUps:problem.againPaid' : 'lookUps:problem.again')}
    </Button>
  );
  return (
    <Notice
      tone={mayBeCharged(kind) ? 'wa' : 'al'}
      size="block"
      isUrgent
      title={t('lookUps:problem.title')}
      actions={
        <>
          {again}
          {(kind === 'unauthorised' || kind === 'credentials') && (
            <Link to="/credentials">{t('notices:toCredentials')}</Link>
          )}
          {kind === 'pending' && <Link to="/visure-ministeriali/history">{t('lookUps:history')}</Link>}
        </>
      }
    >
      {t(key)}
    </Notice>
  );
}

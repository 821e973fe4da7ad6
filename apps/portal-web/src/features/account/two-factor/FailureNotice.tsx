import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { describeTwoFactorFailure, type TwoFactorStep } from './two-factor-failure.ts';

/** Why a step failed; renders nothing without an error. */
export function FailureNotice(props: { step: TwoFactorStep; error: unknown }): ReactElement | null {
  const t = useT();
  if (props.error === null || props.error === undefined) return null;
  const { what, why } = describeTwoFactorFailure(props.step, props.error);
  return (
    <Notice tone="al" title={t(what)} isUrgent>
      {t(why)}
    </Notice>
  );
}

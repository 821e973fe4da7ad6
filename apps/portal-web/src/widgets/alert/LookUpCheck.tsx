import { checkOfExpiry } from '@varco/domain/transits/transit-values.ts';
import type { ReactElement } from 'react';
import { AlertValue } from './AlertValue.tsx';

/** T 4.2: insurance or inspection as a look-up tells it: SI or NO by the day it ends, nothing without a day. @param props.today ISO date */
export function LookUpCheck(props: {
  field: 'assicurata' | 'revisionata';
  ends: string | null;
  today: string;
}): ReactElement | null {
  const value = checkOfExpiry(props.ends, props.today);
  return value === '' ? null : <AlertValue field={props.field} value={value} />;
}

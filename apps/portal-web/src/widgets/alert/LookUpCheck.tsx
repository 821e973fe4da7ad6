import { toCheckValue } from '@varco/domain/transits/transit-values.ts';
import type { ReactElement } from 'react';
import { AlertValue } from './AlertValue.tsx';

/**
 * T 4.2: insurance or inspection from a look-up: SI or NO depending on its expiry day, nothing without one. @param
 * props.today ISO date
 */
export function LookUpCheck(props: {
  field: 'assicurata' | 'revisionata';
  ends: string | null;
  today: string;
}): ReactElement | null {
  const value = toCheckValue(props.ends, props.today);
  return value === '' ? null : <AlertValue field={props.field} value={value} />;
}

import type { AuditFilter } from '@varco/contract/audit-log.ts';
import { isCalendarDay, shiftDays, startOfRomeDay, toRomeDay } from '../../lib/rome-days.ts';

/** The filters as typed; days are `YYYY-MM-DD`, empty: not set. */
export interface AuditDraft {
  readonly user: string;
  readonly plate: string;
  readonly case: string;
  readonly from: string;
  readonly to: string;
  /** Action of the log; empty: all. */
  readonly action: string;
  readonly onlyFailed: boolean;
  readonly reason: string;
  readonly ip: string;
  readonly transit: string;
  readonly minCount: string;
}

export type DraftField = keyof AuditDraft;

const FIRST_PERIOD_DAYS = 7;

/** The first question: the last week. */
export const createAuditDraft = (now: string): AuditDraft => ({
  user: '',
  plate: '',
  case: '',
  from: toRomeDay(shiftDays(now, -FIRST_PERIOD_DAYS)),
  to: '',
  action: '',
  onlyFailed: false,
  reason: '',
  ip: '',
  transit: '',
  minCount: '',
});

/** A plate as the log is searched: spaces and dashes do not count. */
export const cleanPlate = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '');

const isEmptyOr = (text: string, pattern: RegExp): boolean => text === '' || pattern.test(text);

/** Fields that cannot be asked for as typed. */
export function findDraftFaults(draft: AuditDraft): ReadonlySet<DraftField> {
  const faults = new Set<DraftField>();
  const check = (field: DraftField, isValid: boolean): void => {
    if (!isValid) faults.add(field);
  };
  check('plate', isEmptyOr(cleanPlate(draft.plate), /^[A-Z0-9*?{}]{2,32}$/));
  check('from', draft.from === '' || isCalendarDay(draft.from));
  check('to', draft.to === '' || isCalendarDay(draft.to));
  check('reason', isEmptyOr(draft.reason.trim(), /^[a-z][a-z0-9_-]{0,39}$/));
  check('ip', isEmptyOr(draft.ip.trim(), /^[0-9a-fA-F:.]{2,45}$/));
  check('transit', isEmptyOr(draft.transit.trim(), /^\d{1,19}$/));
  check('minCount', isEmptyOr(draft.minCount.trim(), /^[1-9]\d{0,8}$/));
  return faults;
}

/** The question of a draft without faults. The last day is included. */
export function toAuditFilter(draft: AuditDraft): AuditFilter {
  const text = <K extends string>(name: K, value: string): Partial<Record<K, string>> =>
    value === '' ? {} : ({ [name]: value } as Record<K, string>);
  return {
    ...text('user', draft.user.trim()),
    ...text('plate', cleanPlate(draft.plate)),
    ...text('case', draft.case.trim()),
    ...text('action', draft.action),
    ...text('reason', draft.reason.trim()),
    ...text('ip', draft.ip.trim()),
    ...text('transit', draft.transit.trim()),
    ...(draft.from === '' ? {} : { from: startOfRomeDay(draft.from) }),
    ...(draft.to === '' ? {} : { to: shiftDays(startOfRomeDay(draft.to), 1) }),
    ...(draft.onlyFailed ? { failed: true } : {}),
    ...(draft.minCount.trim() === '' ? {} : { min_count: Number(draft.minCount) }),
  };
}

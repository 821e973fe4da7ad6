import type { MessageKey } from '@varco/i18n/message-types.ts';
import type { doctor } from '@varco/i18n/it/doctor.ts';

/** What can be wrong; each has one line that says it and one that says what to do. */
export type FaultCode = keyof (typeof doctor)['fault'];
/** What is looked at. */
export type CheckName = keyof (typeof doctor)['check'];

/** Result of one check of one server. */
export interface Finding {
  /** `portal`, `plant-borgo`; empty: the machine. */
  readonly server: string;
  readonly check: CheckName;
  /** Null: in order. */
  readonly fault: FaultCode | null;
  /** A warning does not make the command fail. */
  readonly isWarning: boolean;
  readonly values: Readonly<Record<string, string>>;
}

export const whatKey = (code: FaultCode): MessageKey => `doctor:fault.${code}.what`;
export const todoKey = (code: FaultCode): MessageKey => `doctor:fault.${code}.todo`;

/** Collects the findings about one server. */
export interface Notes {
  ok(check: CheckName): void;
  fault(check: CheckName, code: FaultCode, values?: Readonly<Record<string, string>>): void;
  warn(check: CheckName, code: FaultCode, values?: Readonly<Record<string, string>>): void;
}

export function createNotes(server: string, findings: Finding[]): Notes {
  const add = (check: CheckName, fault: FaultCode | null, isWarning: boolean, values: Finding['values']): void => {
    findings.push({ server, check, fault, isWarning, values });
  };
  return {
    ok: (check) => add(check, null, false, {}),
    fault: (check, code, values = {}) => add(check, code, false, values),
    warn: (check, code, values = {}) => add(check, code, true, values),
  };
}

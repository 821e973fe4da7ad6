import type { AuditActor } from '@varco/domain/audit/audit-entry.ts';

/** What the kit needs to know of every authenticated caller; servers add their own members. */
export interface Viewer {
  /** The caller as named in the consultation log. */
  readonly actor: AuditActor;
}

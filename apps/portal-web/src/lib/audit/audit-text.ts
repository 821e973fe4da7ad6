import { AUDIT_ACTIONS, type AuditAction, SERVER_ACTIONS } from '@varco/contract/audit-actions.ts';
import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import { isErrorCode } from '@varco/contract/errors.ts';
import { formatDateTime, formatMonth } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { hasSubCodeText } from '../notices/error-text.ts';

type KnownAction = AuditAction | (typeof SERVER_ACTIONS)[number];

/** Every action of the log, for the choice of the filter. */
export const LISTED_ACTIONS: readonly KnownAction[] = [...AUDIT_ACTIONS, ...SERVER_ACTIONS];
const KNOWN: ReadonlySet<string> = new Set(LISTED_ACTIONS);
const isKnownAction = (action: string): action is KnownAction => KNOWN.has(action);

/** An action in words, of the bundle `audit-actions`; one that this version does not know keeps its name. */
export const formatAction = (t: Translate, action: string): string =>
  isKnownAction(action) ? t(`auditActions:${action}`) : action;

/** Jobs of a server, by the name they have in its log. */
const SERVER_JOBS = {
  retention: 'retention',
  'alert channels': 'alertChannels',
  export: 'export',
  import: 'import',
  audit: 'audit',
  backups: 'backups',
  setup: 'setup',
  lists: 'lists',
} as const;
const isServerJob = (name: string): name is keyof typeof SERVER_JOBS => Object.hasOwn(SERVER_JOBS, name);

/** Who acted, in words: a job of the server, a person by name, or that there is no name. */
export function formatActor(t: Translate, { kind, name }: Pick<AuditLogEntry['actor'], 'kind' | 'name'>): string {
  if (name === null) return t('audit:anonymous');
  return kind === 'system' && isServerJob(name) ? t(`audit:serverJob.${SERVER_JOBS[name]}`) : name;
}

const FIELDS = [
  'plate',
  'plates',
  'f_targa',
  'f_codfisc',
  'window',
  'start_time',
  'end_time',
  'from',
  'to',
  'dal',
  'al',
  'id',
  'ids',
  'gates',
  'f_varchi',
  'varchi',
  'case',
  'user',
  'code',
  'sub_code',
  'export',
  'changed',
  'before',
  'after',
  'format',
  'limit',
  'testo',
  'autore',
  'pratica',
  'etichetta',
  'mie',
  'month',
  'person',
  'name',
  'decision',
  'note',
] as const;
type KnownField = (typeof FIELDS)[number];
const isKnownField = (name: string): name is KnownField => FIELDS.some((field) => field === name);

export interface DetailFact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

const MONTH = /^\d{4}-\d{2}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function formatTextValue(value: string): string {
  if (INSTANT.test(value)) return formatDateTime(value);
  return MONTH.test(value) ? formatMonth(value) : value;
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return formatTextValue(value);
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${formatValue(member)}`)
    .join('; ');
}

/** Why a call was refused in the words its user read, without the full stop; null: the member is no such code. */
function formatErrorCode(t: Translate, name: string, value: unknown): string | null {
  if (name === 'code' && isErrorCode(value)) return t(`errors:code.${value}`).replace(/\.$/, '');
  if (name !== 'sub_code' || typeof value !== 'string' || !hasSubCodeText(value)) return null;
  return t(`errors:sub.${value}`).replace(/\.$/, '');
}

/** The detail of an entry as facts with a name; the filters of a search stand among the others. */
export function listDetailFacts(t: Translate, detail: NonNullable<AuditLogEntry['detail']>): readonly DetailFact[] {
  const { filter, ...members } = detail;
  const filters = typeof filter === 'object' && filter !== null && !Array.isArray(filter) ? filter : {};
  return Object.entries({ ...filters, ...members })
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => ({
      key: name,
      label: isKnownField(name) ? t(`audit:field.${name}`) : name,
      value: formatErrorCode(t, name, value) ?? formatValue(value),
    }));
}

/** The plate an entry is about, as the log can be searched for it; empty: none, or several. */
export function readPlate(detail: AuditLogEntry['detail']): string {
  const filter = detail?.['filter'];
  const typed = typeof filter === 'object' && filter !== null && 'f_targa' in filter ? filter['f_targa'] : undefined;
  const found = [typed, detail?.['plate'], detail?.['targa']].find((value) => typeof value === 'string');
  const plate = typeof found === 'string' ? found.toUpperCase().replaceAll(/[\s=-]/g, '') : '';
  return /^[A-Z0-9*?{}]{2,32}$/.test(plate) ? plate : '';
}

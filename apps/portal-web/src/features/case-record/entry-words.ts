import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import { TransitFilter } from '@varco/contract/plant/transits.ts';
import { ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatAction, listDetailFacts, readPlate } from '../../lib/audit/audit-text.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { describeQuestion, describeWirePeriod } from '../../widgets/question/describe-question.ts';
import { findKind } from './record-kinds.ts';

type Detail = NonNullable<AuditLogEntry['detail']>;

/** Facts of an analysis in one line; all of them are in the open entry. */
const MAX_FACTS = 4;

/** An entry in words: the action, and what it was about. */
export const describeEntry = (t: Translate, { entry: { action, detail } }: SourcedEntry): string =>
  [formatAction(t, action), ...(detail === null ? [] : listSubjects(t, action, detail))].filter(Boolean).join(' · ');

function listSubjects(t: Translate, action: string, detail: Detail): readonly string[] {
  switch (findKind(action)) {
    case 'search':
      return [action === 'transits.notes' ? '' : describeSearch(t, detail)];
    case 'analysis':
      return [describeFacts(t, detail)];
    case 'lookUp':
      return [readText(detail, 'key')];
    case 'list':
      return [
        readMemberText(detail, 'after', 'plate') || readMemberText(detail, 'before', 'plate') || readPlate(detail),
      ];
    case 'alert':
      return [readPlate(detail), describeOutcome(t, detail), readText(detail, 'patrol'), readText(detail, 'note')];
    case 'approval':
      return [describeSearch(t, detail), describeDecision(t, detail), readText(detail, 'note')];
    case 'note':
      return [readPlate(detail), readTags(detail)];
    case 'export':
      return [readPlate(detail) || describePlates(detail), describeExport(t, detail)];
    default:
      return [readPlate(detail)];
  }
}

const readText = (detail: Detail, name: string): string => {
  const value = detail[name];
  return typeof value === 'string' ? value : '';
};

function readMemberText(detail: Detail, name: string, member: string): string {
  const value = detail[name];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const text = value[member];
  return typeof text === 'string' ? text : '';
}

const readTags = ({ tags }: Detail): string => (Array.isArray(tags) ? tags.map(String).join(', ') : '');
const describePlates = ({ plates }: Detail): string => (Array.isArray(plates) ? plates.map(String).join(', ') : '');

/** The filters and the period of a search; empty: the entry holds no search. */
function describeSearch(t: Translate, detail: Detail): string {
  const filter = TransitFilter.safeParse(detail['filter']);
  if (!filter.success) return readPlate(detail);
  // The log holds the numbers of gates; their names may be others today.
  const question = describeQuestion(filter.data, t, String);
  return [question === '' ? t('caseRecord:everything') : question, describeWirePeriod(filter.data, t)].join(' · ');
}

const describeFacts = (t: Translate, detail: Detail): string =>
  listDetailFacts(t, detail)
    .filter(({ key, label }) => key !== label)
    .slice(0, MAX_FACTS)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ');

function describeOutcome(t: Translate, detail: Detail): string {
  const outcome = ALERT_OUTCOMES.find((known) => known === detail['outcome']);
  return outcome === undefined ? '' : t(`alerts:outcome.${outcome}`);
}

function describeDecision(t: Translate, { decision }: Detail): string {
  return decision === 'granted' || decision === 'refused' ? t(`caseRecord:decision.${decision}`) : '';
}

const describeExport = (t: Translate, detail: Detail): string => {
  const id = readText(detail, 'export');
  return id === '' ? '' : t('caseRecord:exportOf', { id: shortenId(id) });
};

const SHOWN_CHARACTERS = 8;
/** The beginning of an id or hash, which is enough to tell it from others on one page. */
export const shortenId = (id: string): string => id.slice(0, SHOWN_CHARACTERS);

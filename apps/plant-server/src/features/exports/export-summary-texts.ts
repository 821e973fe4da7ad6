import { SUMMARY_ROWS, type SummaryWords } from '@varco/evidence/summary.ts';
import type { ManifestFacts } from '@varco/evidence/manifest.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { formatExportOmissions } from '@varco/i18n/export-omissions.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { formatReasonCode } from '@varco/i18n/reason-words.ts';
import type { UsedApproval } from '../approvals/approvals.public.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';

const translators: Readonly<Record<Language, Translate>> = { it: createI18n('it').t, en: createI18n('en').t };

/** Texts of the export summary in the requester's language. */
export function buildSummaryTexts(
  language: Language,
  facts: ManifestFacts,
  { reasons }: Pick<PlantSettings, 'reasons'>,
  approvals: readonly UsedApproval[],
): SummaryWords {
  const t = translators[language];
  const { completeness, contents, reason } = facts;
  const label =
    reasons.find(({ code }) => code === reason?.code)?.[language] ?? formatReasonCode(reason?.code ?? '', t);
  const kind = contents.context_pictures ? 'context' : contents.pictures ? 'pictures' : 'data';
  return {
    lang: language,
    title: t('evidence:summary.title', { plant: facts.plant.label }),
    fields: {
      plant: t('evidence:summary.plant'),
      user: t('evidence:summary.user'),
      reason: t('evidence:summary.reason'),
      case: t('evidence:summary.case'),
      requestedAt: t('evidence:summary.requestedAt'),
      createdAt: t('evidence:summary.createdAt'),
      window: t('evidence:summary.window'),
      filter: t('evidence:summary.filter'),
      approval: t('evidence:summary.approval'),
      contents: t('evidence:summary.contentsOf'),
      watermark: t('evidence:summary.watermark'),
      notes: t('evidence:summary.notes'),
      guid: t('evidence:summary.guid'),
      transits: t('evidence:summary.transits'),
      pictures: t('evidence:summary.pictures'),
      asOf: t('evidence:summary.asOf'),
      newestRead: t('evidence:summary.newestRead'),
    },
    approvals: approvals.map(({ id, grantedBy, usableUntil }) =>
      t('evidence:summary.approvalOf', { by: grantedBy, until: formatDateTime(usableUntil), id }),
    ),
    reason: reason === null ? '-' : `${label}: ${reason.text}`,
    completeness: t('evidence:summary.completeness'),
    whole: t('evidence:summary.whole'),
    lacks: formatExportOmissions(completeness, t),
    contents: t(`evidence:summary.contents.${kind}`),
    firstRows: t('evidence:summary.rows', { count: Math.min(SUMMARY_ROWS, completeness.transits) }),
    howToVerify: t('evidence:summary.howToVerify'),
    time: formatDateTime,
  };
}

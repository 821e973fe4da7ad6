import type { Translate } from './message-types.ts';

/** Completeness facts of an export manifest. */
interface ExportOmissions {
  /** Limitation codes; unknown codes of later versions are ignored. */
  readonly limitations: readonly string[];
  readonly pictures_withheld: boolean;
  readonly pictures_expired: number;
  readonly pictures_unreadable: number;
}

const LIMITATIONS = ['t_max', 'look_back', 'gates', 'retention', 'count_capped', 'chosen'] as const;

/** One sentence for each thing missing in an exported part, used in its summary and in the verification of the file. */
export function formatExportOmissions(lacks: ExportOmissions, t: Translate): readonly string[] {
  const { pictures_expired: expired, pictures_unreadable: unreadable } = lacks;
  return [
    ...LIMITATIONS.filter((one) => lacks.limitations.includes(one)).map((one) => t(`evidence:summary.lacks.${one}`)),
    ...(lacks.pictures_withheld ? [t('evidence:summary.lacks.withheld')] : []),
    ...(expired > 0 ? [t('evidence:summary.lacks.expired', { count: expired })] : []),
    ...(unreadable > 0 ? [t('evidence:summary.lacks.unreadable', { count: unreadable })] : []),
  ];
}

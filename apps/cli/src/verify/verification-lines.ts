import type { Verification, VerifiedPart } from '@varco/evidence/verify.ts';
import { formatExportOmissions } from '@varco/i18n/export-omissions.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatReasonCode } from '@varco/i18n/reason-words.ts';

/** Untrusted text in one line, without characters that a terminal would interpret. */
const toPlainLine = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');

/** The result of a verification as printable lines. */
export function formatVerification(found: Verification, t: Translate): string[] {
  const lines = found.parts.flatMap((part) => formatPart(part, t));
  for (const part of found.index?.parts ?? []) {
    if (part.folder === null)
      lines.push(
        t('evidence:verify.missingPlant', { plant: toPlainLine(part.plant.label), fault: toPlainLine(part.fault) }),
      );
  }
  for (const { folder, kid, x, isKnown } of found.signers) {
    const part = found.parts.find((one) => one.folder === folder);
    const whose = toPlainLine(part?.manifest?.plant.label ?? t('evidence:verify.index'));
    lines.push(
      isKnown
        ? t('evidence:verify.signedKnown', { kid, whose })
        : t('evidence:verify.signedUnknown', { kid, whose, x }),
    );
  }
  for (const { code, file } of found.findings)
    lines.push(
      `${file === '' ? t('evidence:verify.wholeFile') : toPlainLine(file)}: ${t(`evidence:verify.finding.${code}`)}`,
    );
  const count = found.findings.length;
  lines.push(
    count === 0 ? t('evidence:verify.whole', { count: found.checked }) : t('evidence:verify.broken', { count }),
  );
  return lines;
}

function formatPart({ manifest }: VerifiedPart, t: Translate): string[] {
  if (manifest === null) return [];
  const { completeness, requested_by: user, reason } = manifest;
  const plant = toPlainLine(manifest.plant.label);
  const lines = [
    t('evidence:verify.part', {
      plant,
      transits: completeness.transits,
      pictures: completeness.pictures,
      user: toPlainLine(user.username),
      time: formatDateTime(manifest.requested_at),
    }),
  ];
  if (reason !== null)
    lines.push(
      t('evidence:verify.partReason', {
        reason: toPlainLine(`${formatReasonCode(reason.code, t)}, ${reason.text}`),
        case: toPlainLine(reason.case ?? '-'),
      }),
    );
  const lacks = formatExportOmissions(completeness, t);
  if (lacks.length > 0)
    lines.push(
      t(completeness.whole ? 'evidence:verify.partLimits' : 'evidence:verify.partLacks', {
        plant,
        lacks: lacks.join(' '),
      }),
    );
  return lines;
}

import { createHash } from 'node:crypto';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { signNote } from '@varco/server-kit/audit/checkpoint-note.ts';
import type { SigningKey } from '@varco/server-kit/auth/signing-key.ts';
import { buildSystemOrigin } from '../../context/system-origin.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPublicFigures } from './public-figures.ts';
import type { Period } from './public-figures.repository.ts';
import { formatPublicCsv, formatPublicPage } from './public-page.view.ts';
import { drawPublicReport } from './public-report.ts';

/** Who made a page that nobody made in a browser. */
export const AUTHOR = 'varco public-page';

export interface PublicPageRequest {
  readonly year: number;
  readonly language: 'it' | 'en';
  readonly now: Date;
  /** Origin of the consultation log, which names its key to those who verify. */
  readonly origin: string;
  readonly keys: readonly SigningKey[];
}

/** A year in Rome, or what there is of it. */
function buildPeriod(year: number, now: Date): Period {
  const end = Math.min(romeDayStart(`${year + 1}-01-01`), now.getTime());
  return { from: toIsoInstant(romeDayStart(`${year}-01-01`)), to: toIsoInstant(end) };
}

/**
 * What a note says of a file. The first line names the key, as in a checkpoint; the second cannot be the size of a log,
 * so that no such note passes for a checkpoint.
 */
const describeFile = (origin: string, name: string, content: Uint8Array): string =>
  `${origin}\nfile ${name}\nsha256 ${createHash('sha256').update(content).digest('base64')}\n`;

/** The files of the public page of a year, by name, each with a signed note. Recorded in the consultation log. */
export async function makePublicPage(
  runner: Runner,
  audit: AuditSink,
  { year, language, now, origin, keys }: PublicPageRequest,
): Promise<ReadonlyMap<string, Buffer>> {
  const figures = await readPublicFigures(runner, buildPeriod(year, now), toIsoInstant(now.getTime()), language);
  const { t } = createI18n(language);
  const files = new Map<string, Buffer>([
    ['index.html', Buffer.from(formatPublicPage(figures, t, language))],
    ['report.pdf', await drawPublicReport(figures, t, language)],
    ['figures.csv', Buffer.from(formatPublicCsv(figures, t, language))],
    ['figures.json', Buffer.from(`${JSON.stringify(figures, null, 1)}\n`)],
  ]);
  const notes = [...files].map(([name, content]) => {
    const note = signNote(keys, describeFile(origin, name, content));
    return [`${name}.note`, Buffer.from(note)] as const;
  });
  await audit.record({
    ...buildSystemOrigin(AUTHOR),
    ...{ action: 'public-page.create', outcome: 'ok', count: files.size, bytes: null, reason: null },
    detail: { year },
  });
  return new Map([...files, ...notes]);
}

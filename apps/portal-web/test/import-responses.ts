import type { ImportSummary } from '@varco/contract/plant/file-imports.ts';

/** An import that was just begun. */
export const IMPORT_SUMMARY: ImportSummary = {
  id: '00000000-0000-4000-8000-00000000001a',
  state: 'staging',
  label: 'strade.csv',
  file_hash: 'ab'.repeat(32),
  started_by: 'rossi',
  staged: 0,
  refused: 0,
  read_to: 0,
  stored: 0,
  duplicates: 0,
  created_gates: [],
  created_at: '2026-11-20T13:31:58.000Z',
  committed_at: null,
};

/** What the test plant answers to calls about imports: it knows no file, and refuses the second line of each call. */
export function respondToImportCall(
  route: string,
  body: { readonly names?: readonly string[]; readonly reads?: readonly { readonly line: number }[] },
): object {
  if (route === 'GET /api/imports') return { already_imported: null, open: [] };
  if (route === 'POST /api/imports') return { import: IMPORT_SUMMARY, already_imported: null };
  if (route === 'POST /api/imports/gates')
    return { gates: (body.names ?? []).map((name) => (name === 'Porta Fiume' ? { id: 1, fullname: name } : null)) };
  if (route.endsWith('/reads')) {
    const refused = (body.reads ?? []).slice(1, 2).map(({ line }) => ({ line, reason: 'future_time' }));
    return { staged: (body.reads?.length ?? 0) - refused.length, refused };
  }
  return IMPORT_SUMMARY;
}

import { z } from 'zod';
import { BASIC_ERRORS } from '../call-errors.ts';
import { endpoint } from '../endpoint.ts';

/** Characters of the sealed text at most, below the body limit of these calls. */
export const MAX_SEALED_CASE_FILES = 400_000;

/**
 * Saved searches and followed plates of one person by case, sealed in the browser with a key of the vault
 * (`docs/vault-format.md`): the portal cannot read them. `rev` 0 and null: none yet.
 */
export const StoredCaseFiles = z
  .object({
    rev: z.int().min(0).max(2_147_483_647),
    sealed: z
      .string()
      .max(MAX_SEALED_CASE_FILES)
      .regex(/^v1:[\w-]{16}:[\w-]{22,}$/)
      .nullable(),
  })
  .meta({ id: 'StoredCaseFiles' });
export type StoredCaseFiles = z.infer<typeof StoredCaseFiles>;

const own = {
  path: '/api/v1/user/case-files',
  access: { who: 'portal-user', rule: 'ready' },
  audit: null,
} as const;

export const readCaseFiles = endpoint({
  ...own,
  id: 'readCaseFiles',
  method: 'GET',
  summary: "The caller's sealed case files",
  response: StoredCaseFiles,
  errors: ['invalid_token', 'no_perms', 'unavailable'],
  limit: 'read',
});

/** Needs `rev` = stored + 1, else `conflict`: another browser saved first. */
export const saveCaseFiles = endpoint({
  ...own,
  id: 'saveCaseFiles',
  method: 'PUT',
  summary: "Replace the caller's sealed case files by their next revision",
  body: StoredCaseFiles,
  response: null,
  errors: [...BASIC_ERRORS, 'conflict'],
  limit: 'vault',
});

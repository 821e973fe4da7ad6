import * as api from '@varco/contract/portal/case-files.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { findCaseFiles, storeCaseFiles } from './case-files.repository.ts';

/** Case files of the caller, as sealed text. What they cause (searches, lists) is logged where it is done: at the plants. */
export function caseFileRoutes(app: PortalApp, { db }: Pick<PortalDeps, 'db'>): void {
  implement(app, api.readCaseFiles, (_input, ctx) => findCaseFiles(db, ctx.viewer.userId));

  implement(app, api.saveCaseFiles, async ({ body }, ctx) => {
    if (body.rev === 0) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/rev' });
    if (!(await storeCaseFiles(db, ctx.viewer.userId, body, ctx.now()))) throw new AppError('conflict');
  });
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedExport } from '@varco/contract/portal/saved-export.ts';
import { isUnseenExport, getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { EXPORT_POLL_MS } from '@varco/domain/exports/saved-exports.ts';
import { type ReactElement, useEffect } from 'react';
import { useExportRequest } from '../../lib/exports/export-request.store.ts';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { useExportEvents } from './use-export-events.ts';
import { EXPORTS_KEY, exportListQuery, markExportNotified, pendingExportsQuery } from './exports.api.ts';

/** Export features mounted on every page: the export dialog, and the watch for finished exports. */
export function ExportHost(): ReactElement | null {
  const request = useExportRequest((state) => state.request);
  const isSignedIn = useSession((session) => session.status === 'signed-in');
  if (!isSignedIn) return null;
  return (
    <>
      <ExportWatch />
      {request !== null && <ExportDialog request={request} />}
    </>
  );
}

/**
 * EXP-19: polls pending exports every five seconds and on events of the portal. When one is no longer pending, reloads
 * the list to see how it ended.
 */
function ExportWatch(): null {
  const client = useQueryClient();
  const pending = useQuery({
    ...pendingExportsQuery,
    refetchInterval: ({ state }) => ((state.data?.exports.length ?? 0) > 0 ? EXPORT_POLL_MS : false),
  });
  useExportEvents((pending.data?.exports.length ?? 0) > 0);
  const guids = (pending.data?.exports ?? []).map((one) => one.job_id).join(' ');
  const list = useQuery(exportListQuery);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: exportListQuery.queryKey });
  }, [client, guids]);
  const saved = list.data?.exports;
  useEffect(() => {
    for (const one of saved ?? []) notifyExportEnd(one, () => void client.invalidateQueries({ queryKey: EXPORTS_KEY }));
  }, [client, saved]);
  return null;
}

/** Ids of exports already notified by this page, before the portal has stored the mark. */
const notifiedIds = new Set<string>();

/** EXP-18: notifies 10002 for a completed export, 10003 for a failed one, and marks it so that it is notified once. */
function notifyExportEnd(saved: SavedExport, onMarked: () => void): void {
  const status = getOperationStatus(saved.progress);
  if (!isUnseenExport(saved) || status < 3 || notifiedIds.has(saved.id)) return;
  notifiedIds.add(saved.id);
  if (status === 3) notifyCode(10002);
  if (status === 4) notifyCode(10003);
  if (status === 6) notifyCode(10003, {}, undefined, 'exports:notice.timedOut');
  if (status === 7) notifyCode(10003, {}, undefined, 'exports:notice.incomplete');
  // If marking fails, it is notified again at the next sign-in, which is better than never.
  void markExportNotified(saved.id).then(onMarked, () => undefined);
}

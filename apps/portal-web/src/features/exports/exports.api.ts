import { queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput, Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { estimateExport } from '@varco/contract/plant/exports.ts';
import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import type { ExportOptions } from '@varco/domain/exports/export-status.ts';
import { getReasonHeader } from '../../lib/case/reason.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { buildKeyHeaders } from './export-keys.ts';

const ROOT = 'exports';
export const EXPORTS_KEY = [ROOT] as const;

/** Calls the exports API with the owner's key, and with the reason where the call is audited. */
async function callExports<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { readonly isPolling?: boolean; readonly signal?: AbortSignal } = {},
): Promise<CallOutput<E>> {
  return callPortal(endpoint, input, { ...options, headers: await buildKeyHeaders(), reason: getReasonHeader() });
}

export const exportListQuery = queryOptions({
  queryKey: [ROOT, 'list'],
  queryFn: ({ signal }) => callExports(api.listExports, {}, { signal, isPolling: true }),
  retry: false,
  staleTime: 0,
});

export const pendingExportsQuery = queryOptions({
  queryKey: [ROOT, 'pending'],
  queryFn: ({ signal }) => callExports(api.pendingExports, {}, { signal, isPolling: true }),
  retry: false,
  staleTime: 0,
});

/** Contents of an export in the form of the plant API. */
export const toWireContents = ({ withImages, withContextImages, watermark }: ExportOptions) => ({
  without_images: !withImages,
  with_context_images: withContextImages,
  watermark_tag: watermark,
});

/** Estimate of one plant for these filters. The watermark does not affect it and is not part of the query. */
export const estimateQuery = (
  credentialId: string,
  filter: ExportedFilter,
  options: Pick<ExportOptions, 'withImages' | 'withContextImages'>,
  isMono: boolean,
) =>
  queryOptions({
    queryKey: [ROOT, 'estimate', credentialId, filter, options.withImages, options.withContextImages, isMono],
    queryFn: ({ signal }) =>
      callPlant(
        credentialId,
        estimateExport,
        {
          body: {
            filter,
            without_images: !options.withImages,
            with_context_images: options.withContextImages,
            mono: isMono,
          },
        },
        { signal },
      ),
    retry: false,
    staleTime: 60_000,
  });

export const sendExport = (body: CallInput<typeof api.startExport>['body']) => callExports(api.startExport, { body });
export const renameExport = (id: string, notes: string) =>
  callExports(api.updateExport, { params: { export: id }, body: { notes } });
export const markExportNotified = (id: string) =>
  callExports(api.updateExport, { params: { export: id }, body: { notified: true } });
export const removeExport = (id: string) => callExports(api.deleteExport, { params: { export: id } });
export const cancelExport = (id: string) => callExports(api.cancelExports, { query: { job_id: id } });
export const fetchParameterFile = (id: string) => callExports(api.downloadDirectExport, { params: { export: id } });

/** PTAPI-06: prepares the download on the portal, then opens it in a tab; a cookie of that path proves the owner. */
export async function downloadExport(id: string): Promise<void> {
  await callExports(api.openExportDownload, { params: { export: id } });
  const link = document.createElement('a');
  link.href = api.downloadExport.path.replace(':export', id);
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}

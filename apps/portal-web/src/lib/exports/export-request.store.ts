import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { create } from 'zustand';

/** What somebody wants to export: the filter as each plant takes it. */
export type ExportRequest = readonly { readonly peerId: number; readonly filter: ExportedFilter }[];

/** The export dialog lies over whatever screen asked for it; null: nobody did. */
export const useExportRequest = create<{ readonly request: ExportRequest | null }>(() => ({ request: null }));

export const askExport = (request: ExportRequest): void => useExportRequest.setState({ request });
export const closeExport = (): void => useExportRequest.setState({ request: null });

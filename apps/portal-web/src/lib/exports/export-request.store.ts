import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { create } from 'zustand';

/** A requested export: the filter for each plant. */
export type ExportRequest = readonly { readonly peerId: number; readonly filter: ExportedFilter }[];

/** Request shown by the export dialog, which any screen can open; null: closed. */
export const useExportRequest = create<{ readonly request: ExportRequest | null }>(() => ({ request: null }));

export const openExportDialog = (request: ExportRequest): void => useExportRequest.setState({ request });
export const closeExportDialog = (): void => useExportRequest.setState({ request: null });

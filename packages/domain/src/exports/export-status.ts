/** States of an export (T 4.4; readings TA12, TA13). */

/** 0 unknown, 1 queued, 2 running, 3 completed, 4 error, 5 interrupted, 6 timed out, 7 incomplete. */
export type OperationStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Flags of an export, as reported by the server. */
export interface ExportMarks {
  readonly failed: boolean;
  /** Cancelled by its owner. */
  readonly interrupted: boolean;
  readonly timed_out: boolean;
  /** Everything requested is in the file. */
  readonly completed: boolean;
  /** The export has ended; without `completed` the file is incomplete. */
  readonly finished: boolean;
  /** Null: not started. */
  readonly started: string | null;
}

/**
 * T 4.4: the first that is set of failed, interrupted, timed_out, completed, finished; else running. No progress is
 * 0.
 */
export function getOperationStatus(marks: ExportMarks | null): OperationStatus {
  if (marks === null) return 0;
  if (marks.failed) return 4;
  if (marks.interrupted) return 5;
  if (marks.timed_out) return 6;
  if (marks.completed) return 3;
  if (marks.finished) return 7;
  return marks.started === null ? 1 : 2;
}

/** State of the reception of data: 0 waiting, 1 starting, 2 running, 3 completed, 4 error. */
export type ReceptionStatus = 0 | 1 | 2 | 3 | 4;

/** Label of the reception: "in attesa" is shown only below an export that is completed, else a dash (T 4.4). */
export type ReceptionLabel = 'none' | 'waiting' | 'starting' | 'running' | 'completed' | 'error';
export function getReceptionLabel(reception: ReceptionStatus, parent: OperationStatus): ReceptionLabel {
  if (reception === 0) return parent === 3 ? 'waiting' : 'none';
  return (['starting', 'running', 'completed', 'error'] as const)[reception - 1] ?? 'none';
}

export interface SavedExportFacts {
  readonly user_id: number;
  readonly notified: boolean;
  readonly progress: ExportMarks | null;
  readonly direct_export_config: unknown;
}

/** T 4.4: belongs to this person, has not ended, and is not a direct export. */
export const isActiveExport = (saved: SavedExportFacts, userId: number): boolean => {
  const marks = saved.progress;
  const isAtEnd =
    marks !== null && (marks.failed || marks.completed || marks.interrupted || marks.timed_out || marks.finished);
  return !isAtEnd && saved.direct_export_config === null && saved.user_id === userId;
};

/** T 4.4: the owner has not been notified of its end. */
export const isUnseenExport = (saved: Pick<SavedExportFacts, 'notified'>): boolean => !saved.notified;

/** State of the estimate of one plant (T 4.4). */
export type EstimateStatus = 'error' | 'loading' | 'limit' | 'count' | 'zero';

export interface EstimateFacts {
  /** Force rights on the plant (T 6). */
  readonly isForce: boolean;
  readonly isLoading: boolean;
  /** Null: the plant did not respond, or refused. */
  readonly estimate: { readonly count: number; readonly limit_reached: boolean } | null;
}

/** T 4.4, T 6: a successful but empty estimate of a plant without force rights counts as an error. */
export function getEstimateStatus({ isForce, isLoading, estimate: answer }: EstimateFacts): EstimateStatus {
  if (isLoading) return 'loading';
  if (answer === null) return 'error';
  if (answer.limit_reached) return 'limit';
  if (answer.count > 0) return 'count';
  return isForce ? 'zero' : 'error';
}

/**
 * T 5.2: no estimate over the limit, none still loading, at least one transit in total, and at least one plant with
 * force rights.
 */
export const isExportAllowed = (plants: readonly (EstimateFacts & { readonly isForce: boolean })[]): boolean => {
  const taking = plants.filter(({ isForce }) => isForce);
  const states = taking.map(getEstimateStatus);
  const total = taking.reduce((sum, { estimate: answer }) => sum + (answer?.count ?? 0), 0);
  return taking.length > 0 && total > 0 && !states.includes('limit') && !states.includes('loading');
};

export interface ExportOptions {
  readonly withImages: boolean;
  readonly withContextImages: boolean;
  readonly notes: string;
  readonly watermark: string;
}

/** T 5.2: switching pictures off also switches off context pictures and watermark. */
export const setWithImages = (options: ExportOptions, isOn: boolean): ExportOptions =>
  isOn ? { ...options, withImages: true } : { ...options, withImages: false, withContextImages: false, watermark: '' };

export const setWithContextImages = (options: ExportOptions, isOn: boolean): ExportOptions =>
  options.withImages ? { ...options, withContextImages: isOn } : options;

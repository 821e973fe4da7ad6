import type { ExportEstimate } from '@varco/contract/plant/exports.ts';
import { type EstimateFacts, type EstimateStatus, getEstimateStatus } from '@varco/domain/exports/export-status.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { ExportRequest } from '../../lib/exports/export-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/** A plant in the export dialog with its filter, estimate and status. */
export interface ExportPlant extends EstimateFacts {
  readonly plant: PlantSession;
  readonly filter: ExportRequest[number]['filter'];
  readonly estimate: ExportEstimate | null;
  readonly status: EstimateStatus;
  /** The plant did not accept the approval that the filter names: it has ended there. */
  readonly isApprovalOver: boolean;
}

/** Only plants with police force rights are included (T 6); the others are listed with the reason. */
export const isExportable = (plant: PlantSession): boolean =>
  plant.state === 'ok' && plant.login !== null && isForceEnabled(plant.login.user);

export function toExportPlant(
  plant: PlantSession,
  filter: ExportPlant['filter'],
  query: { readonly isLoading: boolean; readonly answer: ExportEstimate | null; readonly error: unknown },
): ExportPlant {
  const isSignedIn = plant.state === 'ok' && plant.login !== null;
  const isForce = isExportable(plant);
  // Without force rights the plant is not queried and gets this empty estimate.
  const estimate = isSignedIn && !isForce ? EMPTY_ESTIMATE : query.answer;
  const facts = { isForce, isLoading: isForce && query.isLoading, estimate };
  const isApprovalOver = query.error instanceof ApiError && query.error.facts.subCode === 'approval_invalid';
  return { plant, filter, ...facts, status: getEstimateStatus(facts), isApprovalOver };
}

const EMPTY_ESTIMATE: ExportEstimate = {
  count: 0,
  is_exact: true,
  max_exportable: 0,
  used_per_mille: 0,
  limit_reached: false,
  license_valid: true,
  bytes: 0,
  seconds: 0,
  limitations: [],
};

/** Plants that the export includes: with rights and with an estimate. */
export const selectExportablePlants = (plants: readonly ExportPlant[]): readonly ExportPlant[] =>
  plants.filter(({ isForce, status }) => isForce && (status === 'count' || status === 'zero'));

export const sumEstimates = (plants: readonly ExportPlant[]): number =>
  plants.filter(({ isForce }) => isForce).reduce((sum, { estimate }) => sum + (estimate?.count ?? 0), 0);

/** EXP-31: whether any plant is licensed to deliver pictures; true until one has answered. */
export const canHavePictures = (plants: readonly ExportPlant[]): boolean => {
  const answered = plants.filter(({ isForce, estimate }) => isForce && estimate !== null);
  return answered.length === 0 || answered.some(({ estimate }) => estimate?.license_valid === true);
};

import type { ExportEstimate } from '@varco/contract/plant/exports.ts';
import { type EstimateFacts, type EstimateStatus, estimateStatus } from '@varco/domain/exports/export-status.ts';
import { isForceEnabled } from '@varco/domain/permissions.ts';
import type { ExportRequest } from '../../lib/exports/export-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/** A plant in the export dialog with its filter, estimate and status. */
export interface ExportPlant extends EstimateFacts {
  readonly plant: PlantSession;
  readonly filter: ExportRequest[number]['filter'];
  readonly answer: ExportEstimate | null;
  readonly status: EstimateStatus;
}

/** Only plants with police force rights are included (T 6); the others are listed with the reason. */
export const isTakingPart = (plant: PlantSession): boolean =>
  plant.state === 'ok' && plant.login !== null && isForceEnabled(plant.login.user);

export function exportPlant(
  plant: PlantSession,
  filter: ExportPlant['filter'],
  asked: { readonly isLoading: boolean; readonly answer: ExportEstimate | null },
): ExportPlant {
  const isSignedIn = plant.state === 'ok' && plant.login !== null;
  const isForce = isTakingPart(plant);
  // Without force rights the plant is not queried and gets this empty estimate.
  const answer = isSignedIn && !isForce ? NOTHING : asked.answer;
  const facts = { isForce, isLoading: isForce && asked.isLoading, answer };
  return { plant, filter, ...facts, status: estimateStatus(facts) };
}

const NOTHING: ExportEstimate = {
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
export const chosenPlants = (plants: readonly ExportPlant[]): readonly ExportPlant[] =>
  plants.filter(({ isForce, status }) => isForce && (status === 'count' || status === 'zero'));

export const totalOf = (plants: readonly ExportPlant[]): number =>
  plants.filter(({ isForce }) => isForce).reduce((sum, { answer }) => sum + (answer?.count ?? 0), 0);

/** EXP-31: whether any plant is licensed to deliver pictures; true until one has answered. */
export const hasPictures = (plants: readonly ExportPlant[]): boolean => {
  const answered = plants.filter(({ isForce, answer }) => isForce && answer !== null);
  return answered.length === 0 || answered.some(({ answer }) => answer?.license_valid === true);
};

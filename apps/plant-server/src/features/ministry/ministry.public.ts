// What other subjects use of ministry.
export { CONGESTED, isAskable, NO_LICENCE, NO_SERVICE, NOT_CHECKED, computeCheckValues } from './check-values.ts';
export { toInsuranceInfo } from './insurance.view.ts';
export type { Ministry } from './switched-ministry.ts';
export type { CheckedValues } from './check-values.ts';
export type { LookUpOutcome, MinistryGateway, OwnerOutcome } from './ministry-gateway.ts';
export { deletePlateChecksBefore, readPlateChecks, storePlateChecks } from './plate-check.repository.ts';
export type { PlateCheck } from './plate-check.repository.ts';

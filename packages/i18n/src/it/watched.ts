import { alerts as alertWords } from './alerts.ts';
import { exports as exportWords } from './exports.ts';

/** What every page watches once it is idle comes in one file: alerts, and exports that run. */
export const alerts = alertWords;
export const exports = exportWords;

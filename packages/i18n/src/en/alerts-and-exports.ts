import { alerts as alertWords } from './alerts.ts';
import { exports as exportWords } from './exports.ts';

/** One file for alerts and exports, which every page watches once it is idle. */
export const alerts = alertWords;
export const exports = exportWords;

import type { FamilyInfo } from './family-info.ts';

/** All families, most common first. */
export const FAMILIES: readonly FamilyInfo[] = [];

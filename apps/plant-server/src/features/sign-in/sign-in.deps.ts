import type { PlantContext } from '../../context/plant-context.ts';

/** What the routes and jobs of this subject need. */
export type SignInDeps = Pick<PlantContext, 'store' | 'now' | 'key' | 'tokens'>;

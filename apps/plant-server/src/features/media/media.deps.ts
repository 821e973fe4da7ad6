import type { PlantServices } from '../../context/plant-services.ts';

/** What the routes and jobs of this subject need. */
export type MediaDeps = Pick<PlantServices, 'store' | 'rates' | 'pictures' | 'signPicture'>;

import type { PlantApp } from '../../context/plant-app.ts';
import { deletionRoutes } from './deletions.routes.ts';
import { holdRoutes } from './holds.routes.ts';
import type { RetentionDeps } from './retention.deps.ts';

/** What a plant keeps beyond its term, and what it will delete when. */
export function retentionRoutes(app: PlantApp, deps: RetentionDeps): void {
  holdRoutes(app, deps);
  deletionRoutes(app, deps);
}

// What other subjects use of accomplices.
export { createDatabaseSource } from './accomplice-source.ts';
export { findAccomplices } from './find-accomplices.ts';
export { findPlantHome } from './plant-home.repository.ts';
export { PlantTraffic } from './plant-traffic.ts';

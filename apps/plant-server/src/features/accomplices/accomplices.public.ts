// What other subjects use of accomplices.
export { databaseSource } from './accomplice-source.ts';
export { findAccomplices } from './find-accomplices.ts';
export { homeOf } from './plant-home.ts';
export { PlantTraffic } from './plant-traffic.ts';

import { createLimiter, type Limiter } from '../limiter.ts';
import { usePlants } from './plant-store.ts';

/** From so many plants on, the calls to those that do not answer would take all 256 connections of Chromium. */
const MANY_PLANTS = 64;
const MAX_CALLS_PER_PLANT = 2;

const limiters = new Map<string, Limiter>();

/** Sends a call to a plant; of a person with many plants at most two calls to each are under way. */
export function limitPlantCalls<T>(credentialId: string, send: () => Promise<T>): Promise<T> {
  if (usePlants.getState().plants.size <= MANY_PLANTS) return send();
  const limit = limiters.get(credentialId) ?? createLimiter(MAX_CALLS_PER_PLANT);
  limiters.set(credentialId, limit);
  return limit(send);
}

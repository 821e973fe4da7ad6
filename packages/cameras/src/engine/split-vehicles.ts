import { type Branch, foldName, isBranch } from '../decode/tree.ts';
import { LIMITS } from '../decode/limits.ts';

/**
 * One event for each vehicle of an event that repeats what is there once for a vehicle: the same fields, and one of the
 * repeated ones. The event itself where nothing repeats.
 * @param names fields, the first that repeats counts
 */
export function splitVehicles(event: Branch, names: readonly string[]): readonly Branch[] {
  for (const name of names.map(foldName)) {
    const field = event.fields.get(name);
    const nodes = field?.values.filter((value) => isBranch(value)) ?? [];
    if (field === undefined || nodes.length < 2) continue;
    return nodes
      .slice(0, LIMITS.reads + 1)
      .map((node) => ({ fields: new Map(event.fields).set(name, { name: field.name, values: [node] }) }));
  }
  return [event];
}

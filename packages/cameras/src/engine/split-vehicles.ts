import { type Branch, type Field, foldName, isBranch } from '../decode/tree.ts';
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

/**
 * One event for each number of an event that numbers what it says of several vehicles, as `LPR0`, `LPR1`: its fields under their names
 * without the number. The event itself where nothing is numbered.
 * @param name of the numbered plate
 */
export function splitNumbers(event: Branch, name: string | undefined): readonly Branch[] {
  if (name === undefined || !event.fields.has(foldName(`${name}0`))) return [event];
  const events: Branch[] = [];
  for (let number = 0; event.fields.has(foldName(`${name}${number}`)) && number <= LIMITS.reads; number += 1) {
    const fields = new Map<string, Field>();
    for (const [key, field] of event.fields) {
      const [, plain, digits] = /^(.*?\D)(\d{1,3})$/.exec(key) ?? [];
      if (plain === undefined) fields.set(key, field);
      else if (Number(digits) === number) fields.set(plain, field);
    }
    events.push({ fields });
  }
  return events;
}

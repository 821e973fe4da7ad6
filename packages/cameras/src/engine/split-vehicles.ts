import { type Branch, type Field, foldName, isBranch } from '../decode/tree.ts';
import { LIMITS } from '../decode/limits.ts';
import { isNoPlate } from '@varco/domain/plates/no-plate.ts';
import { findFirstText } from './find.ts';

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

/** Letters and digits with at least one of each: what is seen beside plates (`person`, `car`) has no digit. */
const LISTED_PLATE = /^(?=.*\p{L})(?=.*\d)[\p{L}\d]{5,10}$/u;

/**
 * One event for each plate in a text that lists what was seen and how sure that is, as `car:88%,AA000AA:93%`; in brackets too. The
 * event itself where it has a plate of its own or the text has none.
 * @param path of the text
 * @param plates paths of a plate of its own
 * @param noPlate own words for "no plate was read"
 */
export function splitListed(
  event: Branch,
  path: string | undefined,
  { paths, noPlate = [] }: { readonly paths: readonly string[]; readonly noPlate?: readonly string[] },
): readonly Branch[] {
  const context = { event, document: event, aside: [] };
  const text = path === undefined ? '' : (findFirstText(context, [path]) ?? '');
  if (text === '' || text.length > LIMITS.valueLength) return [event];
  if (!isNoPlate(findFirstText(context, paths) ?? '', noPlate)) return [event];
  const found = new Map<string, Branch>();
  for (const item of text.split(/[,;\n]/)) {
    const pieces = item.split(/[:=]/).map((piece) => piece.replaceAll(/[\s\-[\](){}"']/g, ''));
    const plate = pieces.find((piece) => LISTED_PLATE.test(piece));
    if (plate === undefined || found.has(plate)) continue;
    const confidence = /(\d{1,3}(?:[.,]\d{1,4})?)\s*%/.exec(item)?.[1] ?? '';
    const own: readonly (readonly [string, string])[] = [
      ['plate', plate],
      ['confidence', confidence],
    ];
    const fields = new Map(event.fields);
    for (const [name, value] of own) fields.set(name, { name, values: [value] });
    found.set(plate, { fields });
  }
  return found.size === 0 ? [event] : [...found.values()];
}

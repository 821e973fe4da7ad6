import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import type { TransitKey } from '../transits/transits.public.ts';
import type { NewRead } from './new-read.ts';

/**
 * Key of the transit that a read becomes; the same read sent again has the same one. Many cameras state whole seconds, so
 * two vehicles without a plate are told apart by what else the camera saw of them.
 */
export function toTransitKey(read: NewRead): TransitKey {
  const { gate, plate, at, lane, direction, speed, vehicleClass, colour, brand, model } = read;
  const seen = [lane, direction, speed, vehicleClass, colour, brand, model].map((value) => value ?? '').join('\n');
  return { plate, id: buildTransitId(gate, plate === '' ? `\n${seen}` : plate, parseInstantMs(at)) };
}

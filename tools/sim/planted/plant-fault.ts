import type { PlantedFault } from './planted-fault.ts';

/** The source with the fault. Throws when its text does not stand there exactly once. */
export function plantFault({ id, from, to }: Pick<PlantedFault, 'id' | 'from' | 'to'>, source: string): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`planted fault ${id}: its text stands ${parts.length - 1} times in the file`);
  return parts.join(to);
}

import { sql, type RawBuilder } from 'kysely';

/**
 * Nation with which the plate of the entry `e` was last read on this plant; empty when it was never read or the camera did
 * not state it. A list itself does not say where a plate is from, and a flag is never guessed.
 */
export const selectPlateNation = (): RawBuilder<string> => sql<string>`coalesce((select v.value from plate_dict as d
  join code_value as v on v.kind = 'nation' and v.code = d.nation where d.plate = e.plate), '')`;

/** As the plants ask it: a plate read in full. */
export const isReadable = (plate: string): boolean => plate.length > 1 && !plate.includes('?');

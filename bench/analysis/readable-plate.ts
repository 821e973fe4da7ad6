/** The same condition as in the plant: a plate that was read completely. */
export const isReadablePlate = (plate: string): boolean => plate.length > 1 && !plate.includes('?');

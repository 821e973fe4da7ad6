/**
 * Adding a plant changes the vault first (ADR 0003): the document may connect only to the plants in the vault, so a new
 * plant needs a page reload. The new plant is therefore stored in the vault before it is verified, recorded here so
 * that the reloaded page continues, and removed again when verification fails.
 */
const ADDING_STORAGE_KEY = 'varco.adding-plant';

export interface PlantBeingAdded {
  readonly credentialId: string;
  readonly plantCode: string;
}

/** The plant being added in this window; null: none. */
export function readPlantBeingAdded(): PlantBeingAdded | null {
  try {
    const raw: unknown = JSON.parse(sessionStorage.getItem(ADDING_STORAGE_KEY) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return null;
    const { credentialId, plantCode }: Partial<Record<keyof PlantBeingAdded, unknown>> = raw;
    return typeof credentialId === 'string' && typeof plantCode === 'string' ? { credentialId, plantCode } : null;
  } catch {
    return null;
  }
}

export const recordPlantBeingAdded = (adding: PlantBeingAdded): void =>
  sessionStorage.setItem(ADDING_STORAGE_KEY, JSON.stringify(adding));
export const clearPlantBeingAdded = (): void => sessionStorage.removeItem(ADDING_STORAGE_KEY);

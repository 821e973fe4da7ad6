/**
 * Adding a plant goes through the vault (ADR 0033): the page may connect to the plants of the vault only, so a plant outside of them
 * needs a new document. What is being added therefore stands in the vault already when it is tried, is named here so that the next
 * document goes on, and is taken out again when it fails.
 */
const PLACE = 'varco.adding-plant';

export interface Adding {
  readonly credentialId: string;
  readonly plantCode: string;
}

/** What is being added in this window; null: nothing. */
export function readAdding(): Adding | null {
  try {
    const raw: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return null;
    const { credentialId, plantCode }: Partial<Record<keyof Adding, unknown>> = raw;
    return typeof credentialId === 'string' && typeof plantCode === 'string' ? { credentialId, plantCode } : null;
  } catch {
    return null;
  }
}

export const noteAdding = (adding: Adding): void => sessionStorage.setItem(PLACE, JSON.stringify(adding));
export const forgetAdding = (): void => sessionStorage.removeItem(PLACE);

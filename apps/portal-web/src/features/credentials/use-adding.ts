import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlants } from '../../lib/plants/plant-store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { type Adding, readAdding } from '../../lib/plants/adding-place.ts';
import { finishAdding, isTried, startAdding } from './adding.ts';
import { type CredentialFields, EMPTY_CREDENTIAL, type RegistrationError } from './credential-form.ts';
import type { SaveProblem } from './use-save.ts';

/** The form for a new plant: what it begins with, and why the last try failed. */
export interface AddingForm {
  readonly fields: CredentialFields;
  readonly error: RegistrationError | null;
}

export interface AddingView {
  /** Null: closed. */
  readonly form: AddingForm | null;
  /** The plant that is being tried now. */
  readonly pending: PlantSession | null;
  readonly open: () => void;
  readonly close: () => void;
  /** Resolves to what kept it out of the vault; null when it is in and being tried. */
  readonly start: (fields: CredentialFields) => Promise<RegistrationError | SaveProblem | null>;
}

/** Adds a plant, over a reload of the page where that is needed (ADR 0033). */
export function useAdding(): AddingView {
  const [form, setForm] = useState<AddingForm | null>(null);
  const [adding, setAdding] = useState<Adding | null>(readAdding);
  const plant = usePlants(({ plants }) => (adding === null ? undefined : plants.get(adding.credentialId)));
  const finished = useRef('');
  useEffect(() => {
    if (adding === null || plant === undefined || !isTried(plant) || finished.current === plant.credentialId) return;
    // The plant changes while it is being finished: that is no second end.
    finished.current = plant.credentialId;
    const end = (outcome: AddingForm | null): void => {
      setAdding(null);
      setForm(outcome);
    };
    void finishAdding(plant, adding.plantCode).then(end, () => end(null));
  }, [adding, plant]);
  const start = useCallback(async (fields: CredentialFields) => {
    const started = await startAdding(fields);
    if (typeof started !== 'object') return started;
    setForm(null);
    setAdding(started);
    return null;
  }, []);
  return {
    form,
    pending: plant ?? null,
    open: () => setForm({ fields: EMPTY_CREDENTIAL, error: null }),
    close: () => setForm(null),
    start,
  };
}

import { useEffect } from 'react';
import { create } from 'zustand';
import { type Adding, readAdding } from '../../lib/plants/adding-place.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { finishAdding, isTried, startAdding } from './adding.ts';
import { type CredentialFields, EMPTY_CREDENTIAL, type RegistrationError } from './credential-form.ts';
import type { SaveProblem } from './use-save.ts';

/** Form for a new plant: initial values, and why the last attempt failed. */
export interface AddingForm {
  readonly fields: CredentialFields;
  readonly error: RegistrationError | null;
}

export interface AddingView {
  /** Null: closed. */
  readonly form: AddingForm | null;
  /** The plant whose sign-in is running. */
  readonly pending: PlantSession | null;
  readonly open: () => void;
  readonly close: () => void;
  /** Resolves to the reason why it was not saved; null when it was saved and its sign-in started. */
  readonly start: (fields: CredentialFields) => Promise<RegistrationError | SaveProblem | null>;
}

interface AddingState {
  readonly form: AddingForm | null;
  readonly adding: Adding | null;
}

/** Global, because the layout around the screen is remounted while plants sign in, and the screen with it. */
const useAddingState = create<AddingState>()(() => ({ form: null, adding: readAdding() }));

// The fields contain a password: they must not outlive the session.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out' || status === 'ended') useAddingState.setState({ form: null, adding: null });
});

/** Id of the credential that is being finished. Prevents a second run, since the plant changes meanwhile. */
let ending = '';

function endWhenTried(adding: Adding, plant: PlantSession): void {
  if (!isTried(plant) || ending === plant.credentialId) return;
  ending = plant.credentialId;
  const end = (form: AddingForm | null): void => useAddingState.setState({ form, adding: null });
  void finishAdding(plant, adding.plantCode).then(end, () => end(null));
}

/** Adds a plant, also across a reload of the page (ADR 0033). */
export function useAdding(): AddingView {
  const { form, adding } = useAddingState();
  const plant = usePlants(({ plants }) => (adding === null ? undefined : plants.get(adding.credentialId)));
  useEffect(() => {
    if (adding !== null && plant !== undefined) endWhenTried(adding, plant);
  }, [adding, plant]);
  return { form, pending: plant ?? null, open, close, start };
}

const open = (): void => useAddingState.setState({ form: { fields: EMPTY_CREDENTIAL, error: null } });
const close = (): void => useAddingState.setState({ form: null });

async function start(fields: CredentialFields): Promise<RegistrationError | SaveProblem | null> {
  const started = await startAdding(fields);
  if (typeof started !== 'object') return started;
  useAddingState.setState({ form: null, adding: started });
  return null;
}

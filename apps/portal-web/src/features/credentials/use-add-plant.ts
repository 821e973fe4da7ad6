import { useEffect } from 'react';
import { create } from 'zustand';
import { type PlantBeingAdded, readPlantBeingAdded } from '../../lib/plants/plant-being-added.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { finishAddingPlant, isSignInFinished, startAddingPlant } from './add-plant.ts';
import { type CredentialFields, EMPTY_CREDENTIAL, type RegistrationError } from './credential-form.ts';
import type { SaveProblem } from './use-vault-save.ts';

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
  readonly adding: PlantBeingAdded | null;
}

/** Global, because the layout around the screen is remounted while plants sign in, and the screen with it. */
const useAddingState = create<AddingState>()(() => ({ form: null, adding: readPlantBeingAdded() }));

// The fields contain a password: they must not outlive the session.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out' || status === 'ended') useAddingState.setState({ form: null, adding: null });
});

/** Id of the credential that is being finished. Prevents a second run, since the plant changes meanwhile. */
let finishingId = '';

function finishWhenSignedIn(adding: PlantBeingAdded, plant: PlantSession): void {
  if (!isSignInFinished(plant) || finishingId === plant.credentialId) return;
  finishingId = plant.credentialId;
  const end = (form: AddingForm | null): void => useAddingState.setState({ form, adding: null });
  void finishAddingPlant(plant, adding.plantCode).then(end, () => end(null));
}

/** Adds a plant, also across a reload of the page (ADR 0003). */
export function useAddPlant(): AddingView {
  const { form, adding } = useAddingState();
  const plant = usePlants(({ plants }) => (adding === null ? undefined : plants.get(adding.credentialId)));
  useEffect(() => {
    if (adding !== null && plant !== undefined) finishWhenSignedIn(adding, plant);
  }, [adding, plant]);
  return { form, pending: plant ?? null, open: openForm, close: closeForm, start: startAdding };
}

const openForm = (): void => useAddingState.setState({ form: { fields: EMPTY_CREDENTIAL, error: null } });
const closeForm = (): void => useAddingState.setState({ form: null });

async function startAdding(fields: CredentialFields): Promise<RegistrationError | SaveProblem | null> {
  const started = await startAddingPlant(fields);
  if (typeof started !== 'object') return started;
  useAddingState.setState({ form: null, adding: started });
  return null;
}

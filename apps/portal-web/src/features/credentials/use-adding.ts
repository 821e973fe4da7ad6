import { useEffect } from 'react';
import { create } from 'zustand';
import { type Adding, readAdding } from '../../lib/plants/adding-place.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
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

interface AddingState {
  readonly form: AddingForm | null;
  readonly adding: Adding | null;
}

/** Outside of the screen: the layout round it changes while plants are signed in to, and the screen with it. */
const useAddingState = create<AddingState>()(() => ({ form: null, adding: readAdding() }));

// What was typed is a password: it does not outlive the session.
useSession.subscribe(({ status }) => {
  if (status === 'signed-out' || status === 'ended') useAddingState.setState({ form: null, adding: null });
});

/** Credential whose adding is being ended: the plant changes meanwhile, which is no second end. */
let ending = '';

function endWhenTried(adding: Adding, plant: PlantSession): void {
  if (!isTried(plant) || ending === plant.credentialId) return;
  ending = plant.credentialId;
  const end = (form: AddingForm | null): void => useAddingState.setState({ form, adding: null });
  void finishAdding(plant, adding.plantCode).then(end, () => end(null));
}

/** Adds a plant, over a reload of the page where that is needed (ADR 0033). */
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

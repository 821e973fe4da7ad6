import { create } from 'zustand';

/** The plant last selected on a plant management screen; the next such screen preselects it. */
export const useAdministeredPlant = create<{ readonly peerId: number | null }>(() => ({ peerId: null }));

export const setAdministeredPlant = (peerId: number): void => useAdministeredPlant.setState({ peerId });

import { create } from 'zustand';

/** The plant that was chosen last on a screen of plant management: the next one begins with it. */
export const useAdministeredPlant = create<{ readonly peerId: number | null }>(() => ({ peerId: null }));

export const administerPlant = (peerId: number): void => useAdministeredPlant.setState({ peerId });

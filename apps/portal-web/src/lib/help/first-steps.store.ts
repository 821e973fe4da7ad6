import { create } from 'zustand';

/** Whether the first steps were opened again from the help. */
export const useFirstSteps = create<{ readonly isRequested: boolean }>(() => ({ isRequested: false }));

export const requestFirstSteps = (): void => useFirstSteps.setState({ isRequested: true });
export const endFirstSteps = (): void => useFirstSteps.setState({ isRequested: false });

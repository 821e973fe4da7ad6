import { create } from 'zustand';
import { useReason } from '../../lib/case/reason.ts';

/** Whether the reason dialog stands open. */
export const useCaseDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openCaseDialog = (): void => useCaseDialog.setState({ isOpen: true });

/** Closes it, also when a plant had asked for it. */
export function closeCaseDialog(): void {
  useCaseDialog.setState({ isOpen: false });
  useReason.setState({ isWanted: false });
}

import { create } from 'zustand';
import { useReason } from '../../lib/case/reason.ts';

/** Whether the reason dialog is open. */
export const useCaseDialog = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const openCaseDialog = (): void => useCaseDialog.setState({ isOpen: true });

/** Closes the dialog, also when a plant requested it. */
export function closeCaseDialog(): void {
  useCaseDialog.setState({ isOpen: false });
  useReason.setState({ isRequired: false });
}

import { create } from 'zustand';
import type { ModelCard } from './model-cards.ts';

interface Help {
  readonly isOpen: boolean;
  /** The model card that is open; null: the paragraph of the manual about the page. */
  readonly card: ModelCard | null;
}

/** What is open beside the page; any screen can open it. */
export const useHelp = create<Help>(() => ({ isOpen: false, card: null }));

export const toggleHelp = (): void => useHelp.setState(({ isOpen }) => ({ isOpen: !isOpen, card: null }));
export const closeHelp = (): void => useHelp.setState({ isOpen: false, card: null });
export const openModelCard = (card: ModelCard): void => useHelp.setState({ isOpen: true, card });
/** From a model card to the paragraph about the page. */
export const showPageHelp = (): void => useHelp.setState({ card: null });

import { create } from 'zustand';

/** Whether the manual is open beside the page; any screen can open it. */
export const useHelp = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const toggleHelp = (): void => useHelp.setState(({ isOpen }) => ({ isOpen: !isOpen }));
export const closeHelp = (): void => useHelp.setState({ isOpen: false });

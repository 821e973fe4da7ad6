import { create } from 'zustand';

/** The command palette and the sheet of shortcuts lie over every screen; any screen may open them. */
export const useOverScreen = create<{ readonly shown: 'palette' | 'shortcuts' | null }>(() => ({ shown: null }));

export const openPalette = (): void => useOverScreen.setState({ shown: 'palette' });
export const openShortcuts = (): void => useOverScreen.setState({ shown: 'shortcuts' });
export const closeOverScreen = (): void => useOverScreen.setState({ shown: null });

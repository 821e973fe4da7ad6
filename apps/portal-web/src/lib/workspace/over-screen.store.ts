import { create } from 'zustand';

/** Whether the command palette or the shortcut help is open over the screen; any screen can open them. */
export const useOverScreen = create<{ readonly shown: 'palette' | 'shortcuts' | null }>(() => ({ shown: null }));

export const openPalette = (): void => useOverScreen.setState({ shown: 'palette' });
export const openShortcuts = (): void => useOverScreen.setState({ shown: 'shortcuts' });
export const closeOverScreen = (): void => useOverScreen.setState({ shown: null });

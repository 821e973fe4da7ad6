import { create } from 'zustand';

/** Whether the command palette or the shortcut help is open over the screen; any screen can open them. */
export const useScreenOverlay = create<{ readonly shown: 'palette' | 'shortcuts' | null }>(() => ({ shown: null }));

export const openPalette = (): void => useScreenOverlay.setState({ shown: 'palette' });
export const openShortcuts = (): void => useScreenOverlay.setState({ shown: 'shortcuts' });
export const closeScreenOverlay = (): void => useScreenOverlay.setState({ shown: null });

/** Name of the window that is the second screen; it survives a reload of that window. */
export const SECOND_SCREEN_NAME = 'varco-second-screen';
export const SECOND_SCREEN_PATH = '/second-screen';

/** Whether this window is a second screen. It shows what another window sends it and starts nothing by itself. */
export const isSecondScreen = (): boolean => typeof window !== 'undefined' && window.name === SECOND_SCREEN_NAME;

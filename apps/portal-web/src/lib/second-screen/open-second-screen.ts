import type { SecondSubject, SecondView } from './second-screen.store.ts';

const loadHost = () => import('./second-screen-host.ts');

/** Opens the second screen, or brings it to the front when it is open. Call it from a click or a key. */
export async function openSecondScreen(view: SecondView, subject?: SecondSubject): Promise<void> {
  const host = await loadHost();
  host.openSecondWindow(view, subject);
}

/** Closes the second screen. */
export async function endSecondScreen(): Promise<void> {
  const host = await loadHost();
  host.endSecondWindow();
}

/**
 * Loads what opens the window, so that nothing lies between a click and the window, and so that a second screen that
 * outlived a reload of this window follows it again. Never rejects.
 */
export const prepareSecondScreen = async (): Promise<void> => {
  try {
    await loadHost();
  } catch {
    // Opening the window tries again, and says what is missing.
  }
};

/** Part of the Window Management API, which TypeScript does not know yet (https://www.w3.org/TR/window-management/). */
interface Monitor {
  readonly availLeft: number;
  readonly availTop: number;
  readonly availWidth: number;
  readonly availHeight: number;
}
interface Monitors {
  readonly screens: readonly Monitor[];
  readonly currentScreen: Monitor;
}
type MonitorWindow = Window & { readonly getScreenDetails?: () => Promise<Monitors> };

const hasSeveralMonitors = (): boolean => 'isExtended' in screen && screen.isExtended === true;

/**
 * Moves a window to the monitor on which this one is not. Does nothing where the browser does not offer that, the user
 * does not permit it, or there is one monitor: the window then stays where the browser opened it.
 */
export async function moveToOtherMonitor(moved: Window): Promise<void> {
  const { getScreenDetails }: MonitorWindow = window;
  if (getScreenDetails === undefined || !hasSeveralMonitors()) return;
  try {
    const { screens, currentScreen } = await getScreenDetails.call(window);
    const other = screens.find((one) => one !== currentScreen);
    if (other === undefined || moved.closed) return;
    moved.moveTo(other.availLeft, other.availTop);
    moved.resizeTo(other.availWidth, other.availHeight);
  } catch {
    // The user did not permit it.
  }
}

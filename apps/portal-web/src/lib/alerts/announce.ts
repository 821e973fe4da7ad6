import { translate } from '../translate.ts';
import type { AlertConfig } from './alert-config.ts';
import type { ReceivedAlert } from './alerts.store.ts';

/** Two tones per priority, falling for urgent alerts; frequencies in hertz. */
const TONES = { 1: [880, 660], 2: [660, 660], 3: [] } as const;
const TONE_S = 0.18;

/** Plays a sound and shows a system notification, according to the settings. Priority 3 is silent. */
export function announceAlert({ id, alert }: ReceivedAlert, { sound, volume, desktop }: AlertConfig): void {
  const priority = alert.priorita === 1 ? 1 : alert.priorita === 2 ? 2 : 3;
  if (priority === 3) return;
  if (sound) playTones(TONES[priority], volume);
  if (desktop && document.hidden) showSystemNotification(id, translate(`alerts:kind.${alert.tipo}`), alert.varco);
}

/** Plays the given tones; also used by the settings for a test sound. */
export function playTones(tones: readonly number[], volume: number): void {
  const context = new AudioContext();
  for (const [at, frequency] of tones.entries()) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at * TONE_S;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(volume * 0.4, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_S);
  }
  setTimeout(() => void context.close(), (tones.length * TONE_S + 0.3) * 1000);
}

/**
 * Shows only kind and gate: no plate may appear on a lock screen (security 13). The id names the plant too: plants number
 * their alerts alike, and a notification silently replaces one with the same tag.
 */
function showSystemNotification(id: string, kind: string, gate: string): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const shown = new Notification(`${translate('alerts:desktopTitle')}: ${kind}`, { body: gate, tag: id });
  shown.addEventListener('click', () => window.focus());
}

/** Asks the browser for permission; true when granted. */
export const requestNotificationPermission = async (): Promise<boolean> =>
  'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';

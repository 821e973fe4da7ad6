import { isLicenceNoticeDue, getLicenceDay, getLicenceWarning } from '@varco/domain/plants/licence.ts';
import {
  isFinalLoginState,
  getLoginNotification,
  needsPasswordChange,
  type PlantLoginFailure,
} from '@varco/domain/plants/login-state.ts';
import type { NotificationCode } from '@varco/domain/portal/notifications.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { formatDate } from '@varco/i18n/format.ts';
import { toInstant, now, nowMs } from '../clock.ts';
import { dismiss, notifyCode } from '../notices/notices.store.ts';
import { toRomeDay } from '../rome-days.ts';
import { useSession } from '../session/session-store.ts';
import { getActiveFlag, type PlantSession, usePlants } from './plant-store.ts';
import { getPlantLabel } from './use-plants.ts';

const FAILURE_STATES: ReadonlySet<string> = new Set<PlantLoginFailure['state']>([
  'bad',
  'expired',
  'userdisabled',
  'weakpwd',
]);
const isFailure = (state: string): state is PlantLoginFailure['state'] => FAILURE_STATES.has(state);

/** Notification number for the state of a plant (P 8, readings B-16); null: none. */
export function findNoticeCode(plant: PlantSession): NotificationCode | null {
  if (plant.state === 'empty') return 10020;
  if (needsPasswordChange(plant.state, getActiveFlag(plant))) return 10006;
  if (!isFailure(plant.state)) return null;
  // A sign-in that failed without a response says nothing about the password.
  const isAway = plant.state === 'bad' && plant.reason !== 'credentials' && plant.reason !== 'password_expired';
  return isAway ? 10005 : getLoginNotification(plant.state, plant.credential.password !== '');
}

/** Readings A-09: an expired password is handled like other bad credentials, with its own text. */
const getNoticeText = (plant: PlantSession): MessageKey | undefined =>
  plant.reason === 'password_expired' ? 'notices:expiredPassword' : undefined;

/** One notification per plant: a new one replaces the previous one. */
const getNoticeId = (plant: PlantSession): string => `plant ${plant.credentialId}`;

/** Notifies about failed plant sign-ins, and removes the notification when a sign-in succeeds. Call once. */
export function notifyCredentialStates(): () => void {
  return usePlants.subscribe((state, before) => {
    for (const [id, plant] of state.plants) {
      const old = before.plants.get(id);
      const isSame =
        old?.state === plant.state && old.reason === plant.reason && getActiveFlag(old) === getActiveFlag(plant);
      if (isSame || !plant.credential.enabled || !isFinalLoginState(plant.state)) continue;
      const code = findNoticeCode(plant);
      if (code === null) dismiss(getNoticeId(plant));
      else if (code !== 10005 || isFirstTimeToday(plant))
        notifyCode(code, { plant: getPlantLabel(plant) }, getNoticeId(plant), getNoticeText(plant));
      if (plant.state === 'ok') notifyLicence(plant);
    }
    for (const [id, plant] of before.plants) if (!state.plants.has(id)) dismiss(getNoticeId(plant));
  });
}

/** A plant that does not answer is told once a day for each user and browser: the plants column shows it all the time. */
function isFirstTimeToday(plant: PlantSession): boolean {
  const key = `varco.offline-notices.${useSession.getState().user?.uuid ?? ''}.${plant.credentialId}`;
  const today = toRomeDay(now());
  if (localStorage.getItem(key) === today) return false;
  localStorage.setItem(key, today);
  return true;
}

const DAY_MS = 24 * 3_600_000;
const getLicenceStorageKey = (plant: PlantSession): string =>
  `varco.licence-notices.${useSession.getState().user?.uuid ?? ''}.${plant.credentialId}`;

/** P 4: shows the licence notice of a plant at most once an hour and four times a day, per user and browser (readings B-36). */
function notifyLicence(plant: PlantSession): void {
  const day = plant.login === null ? null : getLicenceDay(plant.login.license_info);
  const warning = getLicenceWarning(day, now());
  if (warning === null || day === null) return;
  const shown = parseShownTimes(localStorage.getItem(getLicenceStorageKey(plant)));
  if (!isLicenceNoticeDue(shown, now())) return;
  localStorage.setItem(getLicenceStorageKey(plant), JSON.stringify([...shown, now()]));
  notifyCode(warning === 'expired' ? 10034 : 10033, { plant: getPlantLabel(plant), date: formatDate(day) });
}

function parseShownTimes(text: string | null): readonly string[] {
  const oldest = toInstant(nowMs() - 2 * DAY_MS);
  try {
    const raw: unknown = JSON.parse(text ?? '[]');
    const times = Array.isArray(raw) ? raw.filter((one): one is string => typeof one === 'string') : [];
    return times.filter((time) => !Number.isNaN(Date.parse(time)) && time > oldest);
  } catch {
    return [];
  }
}

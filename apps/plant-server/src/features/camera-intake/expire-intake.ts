import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { deleteEventsBefore } from './camera-events.repository.ts';
import { deleteHoursBefore } from './camera-hours.repository.ts';
import type { CameraIntakeDeps } from './camera-intake.deps.ts';
import { deleteMessagesBefore } from './camera-messages.repository.ts';
import { getRetainedSince } from './messages.routes.ts';

const DAY_MS = 86_400_000;
/** Counts contain no personal data; they are kept as long as those of gates. */
const HOURS_DAYS = 90;

/** Deletes kept messages, events and counts past their time. */
export async function expireCameraIntake(deps: Pick<CameraIntakeDeps, 'store' | 'now'>): Promise<void> {
  const { runner } = deps.store;
  const nowMs = deps.now().getTime();
  await deleteMessagesBefore(runner, await getRetainedSince(deps, nowMs));
  await deleteEventsBefore(runner, toIsoInstant(nowMs - DAY_MS));
  await deleteHoursBefore(runner, toIsoInstant(nowMs - HOURS_DAYS * DAY_MS));
}

import type { ChannelKind } from '@varco/domain/alerts/deliveries.ts';
import type { Runner } from '../../database/sql-statement.ts';

/** A stored channel. Instants are ISO. */
export interface ChannelRow {
  readonly kind: ChannelKind;
  readonly is_enabled: boolean;
  readonly shows_plate: boolean;
  readonly settings: unknown;
  readonly secret: Buffer | null;
  readonly ver: number;
  readonly failing_since: string | null;
  readonly last_sent_at: string | null;
  readonly last_error: string;
}

const CHANNEL_COLUMNS = 'kind, is_enabled, shows_plate, settings, secret, ver, failing_since, last_sent_at, last_error';

export const readChannels = (runner: Runner): Promise<readonly ChannelRow[]> =>
  runner.run<ChannelRow>({
    name: 'alert-channels',
    text: `select ${CHANNEL_COLUMNS} from alert_channel order by array_position(array['mail', 'push', 'telegram', 'tetra'], kind)`,
    values: [],
  });

/** A stored recipient; `username`: the user whose rights apply. */
export interface RecipientRow {
  readonly id: number;
  readonly channel: ChannelKind;
  readonly name: string;
  readonly address: string;
  readonly secret: Buffer | null;
  readonly plant_user: number | null;
  readonly uuid: string | null;
  readonly username: string | null;
  readonly kinds: readonly string[];
  readonly gates: readonly number[] | null;
  readonly gets_new: boolean;
  readonly gets_urged: boolean;
  readonly gets_supervised: boolean;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly urgent_always: boolean;
  readonly cooldown_min: number;
  readonly per_minute: number;
  readonly language: 'it' | 'en';
  readonly is_enabled: boolean;
  /** What a browser runs on. */
  readonly device: 'pc' | 'smartphone';
  readonly ver: number;
}

const SELECT_RECIPIENTS = `select r.id, r.channel, r.name, r.address, r.secret, r.plant_user, u.uuid::text as uuid, u.username, r.kinds, r.gates,
  r.gets_new, r.gets_urged, r.gets_supervised, r.quiet_from, r.quiet_to, r.urgent_always, r.cooldown_min, r.per_minute, r.language, r.is_enabled, r.device, r.ver
  from alert_recipient as r left join plant_user as u on u.id = r.plant_user`;

/** All recipients in display order. */
export const readRecipients = (runner: Runner): Promise<readonly RecipientRow[]> =>
  runner.run<RecipientRow>({
    name: 'alert-recipients',
    text: `${SELECT_RECIPIENTS} order by r.channel, r.name, r.id`,
    values: [],
  });

export const readRecipientsById = (runner: Runner, ids: readonly number[]): Promise<readonly RecipientRow[]> =>
  runner.run<RecipientRow>({
    name: 'some-recipients',
    text: `${SELECT_RECIPIENTS} where r.id = any($1::int[])`,
    values: [ids],
  });

export async function readRecipient(runner: Runner, id: number): Promise<RecipientRow | null> {
  const [row] = await runner.run<RecipientRow>({ text: `${SELECT_RECIPIENTS} where r.id = $1`, values: [id] });
  return row ?? null;
}

/** Deletes a recipient that can no longer be reached, for instance when its browser revoked the permission. */
export async function deleteRecipient(runner: Runner, id: number): Promise<void> {
  await runner.run({ text: 'delete from alert_recipient where id = $1', values: [id] });
}

/** Records a successful send; written at most once a second under load. Returns true when the channel had failed before. */
export async function recordChannelSuccess(runner: Runner, kind: ChannelKind, nowIso: string): Promise<boolean> {
  const rows = await runner.run<{ had_failed: boolean }>({
    text: `update alert_channel as c set fails = 0, failing_since = null, paused_until = null, last_sent_at = $2, last_error = ''
      from (select kind, failing_since from alert_channel where kind = $1 and (fails > 0 or failing_since is not null
        or last_sent_at is null or last_sent_at < $2::timestamptz - interval '1 second') for update) as before
      where c.kind = before.kind returning before.failing_since is not null as had_failed`,
    values: [kind, nowIso],
  });
  return rows[0]?.had_failed ?? false;
}

/**
 * Records that the service is unavailable: the channel pauses, longer after each failure. Concurrent messages that hit the
 * same failure count once. Returns true for the first failure.
 */
export async function recordChannelFailure(
  runner: Runner,
  kind: ChannelKind,
  nowIso: string,
  error: string,
  pauseS: (fails: number) => number,
): Promise<boolean> {
  const pauses = Array.from({ length: 8 }, (_none, at) => pauseS(at + 1));
  const rows = await runner.run<{ fails: number }>({
    text: `update alert_channel set fails = fails + 1, failing_since = coalesce(failing_since, $2), last_error = $3,
        paused_until = $2::timestamptz + make_interval(secs => ($4::int[])[least(fails + 1, 8)])
      where kind = $1 and (paused_until is null or paused_until <= $2::timestamptz) returning fails`,
    values: [kind, nowIso, error, pauses],
  });
  return rows[0]?.fails === 1;
}

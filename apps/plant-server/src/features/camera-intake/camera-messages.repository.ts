import { findRow, type Runner } from '../../database/sql-statement.ts';

/** What is kept of one camera at most; the oldest messages go first. */
const MAX_STORED_MESSAGES = 200;
const MAX_STORED_BYTES = 64 * 1024 * 1024;

/** A kept message without its content. */
export interface MessageRow {
  readonly id: string;
  readonly received_at: string;
  readonly state: 'trial' | 'refused';
  readonly reason: string | null;
  readonly family: string | null;
  /** Bytes as sent; of a message that was too long only the beginning is kept. */
  readonly size: number;
}

export interface NewMessage extends MessageRow {
  readonly camera: number;
  readonly sealed: Uint8Array;
}

const COLUMNS = 'id, received_at, state, reason, family, size';

/** Keeps a message; durable when it resolves. Older ones of the camera above the limits are deleted. */
export async function insertMessage(runner: Runner, message: NewMessage): Promise<void> {
  await runner.run({
    name: 'keep-camera-message',
    text: `with older as (
        select id, row_number() over newest as n, sum(octet_length(sealed)) over newest as bytes from camera_message where camera = $2
        window newest as (order by received_at desc, id rows unbounded preceding)),
      gone as (delete from camera_message as m using older as o where m.id = o.id and (o.n >= $9 or o.bytes + octet_length($8::bytea) > $10))
      insert into camera_message (id, camera, received_at, state, reason, family, size, sealed) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      message.id,
      message.camera,
      message.received_at,
      message.state,
      message.reason,
      message.family,
      message.size,
      message.sealed,
      MAX_STORED_MESSAGES,
      MAX_STORED_BYTES,
    ],
  });
}

/** Newest messages of a camera that arrived after `since` (ISO), newest first. */
export const readMessages = (
  runner: Runner,
  camera: number,
  since: string,
  limit: number,
): Promise<readonly MessageRow[]> =>
  runner.run<MessageRow>({
    text: `select ${COLUMNS} from camera_message where camera = $1 and received_at >= $2 order by received_at desc, id limit $3`,
    values: [camera, since, limit],
  });

/** A message with its sealed content; null when the camera has no such message. */
export const readMessage = (
  runner: Runner,
  camera: number,
  id: string,
  since: string,
): Promise<(MessageRow & { readonly sealed: Buffer }) | null> =>
  findRow<MessageRow & { readonly sealed: Buffer }>(runner, {
    text: `select ${COLUMNS}, sealed from camera_message where camera = $1 and id = $2 and received_at >= $3`,
    values: [camera, id, since],
  });

export async function deleteMessage(runner: Runner, camera: number, id: string): Promise<void> {
  await runner.run({ text: 'delete from camera_message where camera = $1 and id = $2', values: [camera, id] });
}

export async function deleteMessagesBefore(runner: Runner, before: string): Promise<void> {
  await runner.run({ text: 'delete from camera_message where received_at < $1', values: [before] });
}

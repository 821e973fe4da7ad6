import type { CameraMessage } from '@varco/cameras/camera-types.ts';
import type { CameraReception } from '@varco/contract/plant/camera-reception.ts';
import type { IntakeCamera } from '../cameras.repository.ts';

/** A camera whose messages the plant fetches or listens for. */
export interface TransportCamera extends IntakeCamera {
  readonly networks: readonly string[];
  readonly reception: CameraReception;
  /** Opened password; null: none, or sealed with the secret of another server. */
  readonly secret: string | null;
}

export type ReceptionOf<T extends CameraReception['tipo']> = Extract<CameraReception, { readonly tipo: T }>;

/**
 * Why messages cannot arrive: the port is taken, the host unreachable, its certificate or the password refused, the address not allowed, the
 * folder not usable, what arrives is no stream of events, a message too long, or the camera refuses to send events.
 */
export type TransportFault =
  | 'port_in_use'
  | 'unreachable'
  | 'certificate_refused'
  | 'credentials_refused'
  | 'address_not_allowed'
  | 'folder_unusable'
  | 'not_a_stream'
  | 'message_too_long'
  | 'events_refused';

/** What became of a connection that the plant opens. Instants are ISO. */
export interface ConnectionHistory {
  /** Null: not connected. */
  readonly since: string | null;
  /** Why it ended last, or could not be opened; null: nothing failed since the transport was opened. */
  readonly lastFault: TransportFault | null;
  readonly lastFaultAt: string | null;
}

/** A way in that was opened. */
export interface OpenTransport {
  /** Null: messages can arrive. */
  fault(): TransportFault | null;
  /** Absent: the plant does not connect, it waits. */
  history?(): ConnectionHistory;
  /** Ends it; a message that is being stored is waited for. */
  stop(): Promise<void>;
}

/**
 * Stores a message; resolves when it is durable, and repeats until then. Rejects only when the signal is aborted.
 * `tooManyBytes`: the message has so many, more than the plant takes, and is stored as refused; `message` is its beginning.
 */
export type Deliver = (
  camera: IntakeCamera,
  message: CameraMessage,
  signal: AbortSignal,
  tooManyBytes?: number | null,
) => Promise<void>;

/** Notes that a camera is alive although it has nothing to tell. */
export type NoteContact = (camera: IntakeCamera) => void;

/** A message without headers. */
export const toRawMessage = (body: Uint8Array): CameraMessage => ({
  contentType: null,
  body,
  fileName: null,
  query: '',
});

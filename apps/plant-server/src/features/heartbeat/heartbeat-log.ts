/** Result of sending a heartbeat to the portal. */
export type HeartbeatResult = 'sent' | 'no-portal' | 'refused' | 'unreachable';

export interface LastHeartbeat {
  /** ISO instant of the attempt. */
  readonly at: string;
  readonly result: HeartbeatResult;
}

/** Stores the last heartbeat of this process, for the plant status. */
export interface HeartbeatLog {
  record(last: LastHeartbeat): void;
  /** Null: none sent since the start. */
  last(): LastHeartbeat | null;
}

export function createHeartbeatLog(): HeartbeatLog {
  let latest: LastHeartbeat | null = null;
  return {
    record(last) {
      latest = last;
    },
    last: () => latest,
  };
}

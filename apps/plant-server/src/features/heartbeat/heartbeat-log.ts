/** How the portal took the last heartbeat of this process. */
export type HeartbeatResult = 'sent' | 'no-portal' | 'refused' | 'unreachable';

export interface LastHeartbeat {
  /** ISO instant it was sent, or tried to be. */
  readonly at: string;
  readonly result: HeartbeatResult;
}

/** Remembers the last heartbeat, for the status of the plant. */
export interface HeartbeatLog {
  note(last: LastHeartbeat): void;
  /** Null: none sent since the start. */
  last(): LastHeartbeat | null;
}

export function createHeartbeatLog(): HeartbeatLog {
  let kept: LastHeartbeat | null = null;
  return {
    note(last) {
      kept = last;
    },
    last: () => kept,
  };
}

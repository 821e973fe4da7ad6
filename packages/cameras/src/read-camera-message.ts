import type { CameraMessage, CameraProfile, CameraResult } from './camera-types.ts';

/** Reads of one message. Never throws. */
export function readCameraMessage(message: CameraMessage, profile: CameraProfile): CameraResult {
  const family = profile.family === 'auto' ? null : profile.family;
  if (message.body.length === 0 && message.query === '') {
    return { kind: 'refused', family, reason: 'empty_body', detail: 'neither body nor query' };
  }
  return { kind: 'refused', family, reason: 'family_unknown', detail: 'no family' };
}

/** Fields of the message as paths and values, at most 500 of 200 characters. Never throws. */
export function describeFields(_message: CameraMessage): readonly { readonly path: string; readonly value: string }[] {
  return [];
}

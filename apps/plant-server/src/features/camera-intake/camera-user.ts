import { randomBytes } from 'node:crypto';

const PREFIX = 'varco-';

/** The user a camera signs in as: short enough for the fields of cameras. A digest is looked up by it; basic takes any user. */
export const toCameraUser = (uuid: string): string => PREFIX + uuid.slice(0, 8);

/** The part of a user name that tells the camera; empty: it is no camera's. */
export const toCameraUserPart = (user: string): string =>
  /^varco-[\da-f]{8}$/.test(user) ? user.slice(PREFIX.length) : '';

/** A new key: 192 random bits in 32 characters, because password fields of cameras are often no longer. */
export const createCameraKey = (): string => randomBytes(24).toString('base64url');

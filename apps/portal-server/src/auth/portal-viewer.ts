import type { Viewer } from '@varco/server-kit/http/server-app.ts';

/** A signed-in person, as the database says at this very call. */
export interface PortalViewer extends Viewer {
  readonly userId: number;
  readonly uuid: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly isAdmin: boolean;
  readonly mustChange: boolean;
  readonly isFirstAccess: boolean;
  /** Two-factor is compulsory for this person and not on yet. */
  readonly mustEnable2fa: boolean;
}

/** Somebody who comes from the portal's own page. What the cookie is worth is not known yet. */
export interface CookieViewer extends Viewer {
  /** The presented refresh token; null when there is none. */
  readonly refreshToken: string | null;
  readonly deviceId: string | null;
}

/** Somebody with a link that was mailed to the address of this account. */
export interface RecoveryViewer extends Viewer {
  readonly userId: number;
  readonly email: string;
  readonly linkHash: Buffer;
}

/** A caller that says it is a plant; the signature is checked when the body is there. */
export type PlantViewer = Viewer;

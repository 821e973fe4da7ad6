import type { PortalKeyType } from '@varco/contract/portal/keys.ts';
import type { Viewer } from '@varco/server-kit/http/viewer.ts';
import type { LinkPurpose } from '../features/account/account-link.repository.ts';

/** A signed-in person, as read from the database for this call. */
export interface PortalViewer extends Viewer {
  readonly userId: number;
  readonly uuid: string;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly isAdmin: boolean;
  /** May read the portal's own log. */
  readonly readsAudit: boolean;
  readonly mustChange: boolean;
  readonly isFirstAccess: boolean;
  /** Two-factor is compulsory for this person and not enabled yet. */
  readonly mustEnable2fa: boolean;
}

/** A caller on the portal's own page. The cookie has not been verified yet. */
export interface CookieViewer extends Viewer {
  /** The presented refresh token; null when there is none. */
  readonly refreshToken: string | null;
  readonly deviceId: string | null;
}

/** A caller with a link that was mailed to the address of this account. */
export interface RecoveryViewer extends Viewer {
  readonly userId: number;
  readonly email: string;
  readonly linkHash: Buffer;
  /** `invite`: using it also verifies the e-mail. */
  readonly linkPurpose: LinkPurpose;
}

/** A caller that claims to be a plant; the signature is checked once the body has arrived. */
export type PlantViewer = Viewer;

/** A program with a key. */
export interface KeyViewer extends Viewer {
  readonly kind: PortalKeyType;
}

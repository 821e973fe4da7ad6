import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import type { Language } from '@varco/i18n/message-types.ts';
import type { MailFacts, MailKind } from './mail/outbox.queries.ts';

/** Rows of the migrations beside this file's folder. Instants are ISO 8601 UTC strings with milliseconds. */

type Instant = string;
/** Has a default, is never written by hand. */
type Made = ColumnType<Instant, Instant | undefined, Instant>;
type Json<T> = ColumnType<T, string, string>;

export interface PortalUserTable {
  id: ColumnType<number, never, never>;
  uuid: ColumnType<string, string | undefined, never>;
  username: string;
  email: string;
  full_name: Generated<string>;
  mobile: Generated<string>;
  telephone: Generated<string>;
  notes: Generated<string>;
  frontend_url: Generated<string>;
  is_active: Generated<boolean>;
  is_admin: Generated<boolean>;
  is_first_access: Generated<boolean>;
  must_change: Generated<boolean>;
  email_verified: Generated<boolean>;
  proof_hash: string;
  kdf: Json<KdfBlock>;
  token_version: Generated<number>;
  totp_sealed: Buffer | null;
  enable_2fa: Generated<boolean>;
  /** bigint: the driver gives a string. */
  totp_last_step: ColumnType<string, number | undefined, number>;
  expires_at: Instant | null;
  password_expires_at: Instant | null;
  last_login_at: Instant | null;
  last_refresh_at: Instant | null;
  created_at: Made;
  updated_at: Made;
  language: Generated<Language>;
  authority: Generated<string>;
}

/** A message to somebody; bigint ids come as strings. */
export interface MailOutboxTable {
  id: ColumnType<string, never, never>;
  kind: MailKind;
  user_id: number | null;
  address: string | null;
  facts: Json<MailFacts>;
  created_at: Instant;
  next_try_at: Instant;
  tries: Generated<number>;
  outcome: 'sent' | 'dropped' | 'given_up' | null;
  ended_at: Instant | null;
}

export interface AccountLinkTable {
  hash: Buffer;
  user_id: number;
  purpose: 'verify' | 'reset';
  email: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

export interface RecoveryCodeTable {
  user_id: number;
  slot: number;
  code_hash: string;
  used_at: Instant | null;
}

export interface VaultTable {
  user_id: number;
  rev: number;
  peer_creds: Json<VaultBlob>;
  saved_at: Made;
}

export interface KnownDeviceTable {
  device_id: string;
  user_id: number;
  first_seen_at: Made;
  last_seen_at: Made;
}

export interface SessionTable {
  id: string;
  user_id: number;
  device_id: string;
  share: Buffer;
  is_remembered: boolean;
  amr: string[];
  ip: string;
  client: string;
  agent: Generated<string>;
  created_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  revoked_reason: string | null;
}

export interface RefreshTokenTable {
  hash: Buffer;
  session_id: string;
  rotated_at: Instant | null;
  successor_hash: Buffer | null;
}

export interface SigningKeyTable {
  kid: string;
  public_jwk: Json<Record<string, unknown>>;
  private_sealed: Buffer;
  created_at: Made;
  retired_at: Instant | null;
}

export interface SignInFailureTable {
  key: string;
  failures: number;
  last_failure_at: Instant;
  blocked_until: Instant | null;
}

export interface PeerTable {
  id: ColumnType<number, never, never>;
  uuid: string;
  url: string;
  url_key: string;
  label: string;
  code: Generated<string>;
  public_key: Buffer | null;
  is_enabled: Generated<boolean>;
  is_verified: Generated<boolean>;
  version: Generated<string>;
  last_seen_at: Instant | null;
  last_status_message: string | null;
  last_status_message_at: Instant | null;
  server_time: Instant | null;
  last_plate_at: Instant | null;
  /** YYYY-MM-DD. */
  license_expiration: string | null;
  reached_at: Instant | null;
  created_at: Made;
  internal_ip: string | null;
  external_ip: string | null;
  expected_ip: string | null;
  /** YYYY-MM-DD. */
  certificate_expiration: string | null;
  info: Generated<string>;
  smartphone: Generated<string>;
  notes: Generated<string>;
  plant_code_hash: Buffer | null;
}

export interface UserPeerTable {
  user_id: number;
  peer_id: number;
}

export interface PlantNonceTable {
  peer_id: number;
  nonce: string;
  seen_at: Instant;
}

export interface PortalIdentityTable {
  only_one: Generated<boolean>;
  uuid: Generated<string>;
}

export interface DB {
  portal_identity: PortalIdentityTable;
  portal_user: PortalUserTable;
  mail_outbox: MailOutboxTable;
  account_link: AccountLinkTable;
  recovery_code: RecoveryCodeTable;
  vault: VaultTable;
  known_device: KnownDeviceTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  signing_key: SigningKeyTable;
  sign_in_failure: SignInFailureTable;
  peer: PeerTable;
  user_peer: UserPeerTable;
  plant_nonce: PlantNonceTable;
}

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

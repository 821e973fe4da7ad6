/**
 * Catalogue of all errors (P 8): code, HTTP status, known sub-codes and how a client shows them. A server throws a
 * code; the client finds text and behaviour by the same code.
 */

/** How the client shows the error. `popup`: dialog; `silent`: nothing; `notify`: a notification. */
export type ErrorDisplay = 'notify' | 'popup' | 'silent';

interface CatalogueEntry {
  readonly status: number;
  readonly display: ErrorDisplay;
  /** Sub-codes with their own display; an unknown sub-code uses the display of its code. */
  readonly subCodes?: Readonly<Record<string, ErrorDisplay>>;
}

const defineErrors = <const T extends Record<string, CatalogueEntry>>(entries: T): T => entries;

export const ERRORS = defineErrors({
  internal: { status: 500, display: 'notify' },
  unavailable: {
    status: 503,
    display: 'notify',
    subCodes: {
      cant_connect_to_db: 'popup',
      db_in_use: 'popup',
      statement_timeout: 'notify',
      audit_unavailable: 'notify',
      shutting_down: 'notify',
      storage_full: 'notify',
      // The plates of an owner come from the ministry, which is not configured, suspended, or not responding.
      registry_missing: 'notify',
      registry_congested: 'notify',
      registry_unreachable: 'notify',
      registry_credentials: 'silent',
      registry_maintenance: 'notify',
      registry_broken: 'notify',
      // The look-up was sent and may have been paid, but its result is pending: it appears in the history by itself.
      look_up_pending: 'notify',
      // Detected by the client: no response, a timeout, or an invalid response (HTML, too large, wrong shape).
      network: 'notify',
      timeout: 'notify',
      not_json: 'notify',
      too_large: 'notify',
      bad_answer: 'notify',
    },
  },
  bad_request: {
    status: 400,
    display: 'notify',
    subCodes: {
      malformed_json: 'notify',
      unknown_field: 'notify',
      invalid_field: 'notify',
      invalid_version: 'notify',
      email_not_valid: 'notify',
    },
  },
  payload_too_large: { status: 413, display: 'notify' },
  unsupported_media_type: { status: 415, display: 'notify' },
  method_not_allowed: { status: 405, display: 'notify' },
  no_auth: {
    status: 401,
    display: 'notify',
    subCodes: { passcode_required: 'silent', recovery_code_required: 'silent' },
  },
  invalid_token: {
    status: 401,
    display: 'silent',
    subCodes: {
      jwt_malformed: 'silent',
      jwt_invalid: 'silent',
      jwt_unknown_error: 'silent',
      jwt_missing: 'notify',
      jwt_expired: 'notify',
      session_revoked: 'silent',
      link_invalid: 'notify',
      token_in_query: 'silent',
    },
  },
  missing_api_key: { status: 401, display: 'notify' },
  invalid_api_key: { status: 401, display: 'notify' },
  bad_credentials: { status: 401, display: 'notify', subCodes: { bad_otp: 'notify' } },
  expired_password: { status: 401, display: 'notify' },
  weak_password: { status: 401, display: 'notify' },
  user_not_enabled: { status: 401, display: 'notify' },
  user_expired: { status: 401, display: 'notify' },
  email_not_verified: { status: 403, display: 'notify' },
  not_configured: { status: 418, display: 'popup' },
  pass_change_required: { status: 403, display: 'silent' },
  no_perms: {
    status: 403,
    display: 'notify',
    subCodes: {
      paid_query_perms_require: 'notify',
      origin_not_allowed: 'silent',
      not_force: 'notify',
      level: 'notify',
      gate_not_allowed: 'notify',
      tfa_required: 'notify',
      not_internal: 'notify',
      // User administration: a grant that exceeds the administrator's own rights; the field names it.
      beyond_own: 'notify',
      // Nobody reviews their own consultations.
      own_review: 'notify',
      // A second person decides: neither the requester nor somebody who works on the same case.
      own_approval: 'notify',
      same_case: 'notify',
      // The approval is of another person or question, not granted, or over.
      approval_invalid: 'notify',
      // A shift is signed for by another person than who hands it over, and by the named one.
      own_handover: 'notify',
      not_recipient: 'notify',
      // The role has shown its rows of the day; a second person can allow this search.
      daily_rows: 'notify',
    },
  },
  /**
   * Varco extension: the plant requires a stated reason (or case number) with every consultation. The case bar opens.
   */
  reason_required: { status: 428, display: 'notify', subCodes: { case_required: 'notify', reason_invalid: 'notify' } },
  not_found: { status: 404, display: 'notify' },
  duplicate: { status: 409, display: 'notify' },
  conflict: {
    status: 409,
    display: 'notify',
    subCodes: {
      device_already_associated: 'popup',
      blacklist_exists: 'silent',
      vault_rev: 'silent',
      // P 8, two-factor in the settings: the account is not in the state this step needs. The screen names it.
      tfa_not_disabled: 'silent',
      tfa_not_started: 'silent',
      tfa_not_verified: 'silent',
      tfa_not_enabled: 'silent',
      look_up_id_used: 'notify',
      export_not_ready: 'notify',
      // User administration: the screen says what must be done first.
      user_has_lists: 'silent',
      last_admin: 'notify',
      own_account: 'notify',
      too_many_keys: 'notify',
      // Keys of a server: one change at a time, and not before others know the new key.
      key_change_open: 'notify',
      only_key: 'notify',
      key_not_in_use: 'notify',
      key_not_known: 'notify',
      too_many_plant_groups: 'notify',
      too_many_listed_plants: 'notify',
      no_mail_server: 'notify',
      not_verified: 'notify',
      // Decisions about an alert: somebody decided first, or the id belongs to another decision.
      decided_meanwhile: 'notify',
      decision_id_used: 'notify',
      port_shared: 'notify',
      too_many_gates: 'notify',
      // Settings of a plant: without any reason nobody could consult it.
      last_reason: 'silent',
      // Administration of the portal: invitations, and the admin flag that two people change.
      no_invitation: 'notify',
      own_request: 'notify',
      request_pending: 'notify',
      request_not_needed: 'notify',
      account_not_ready: 'notify',
      ticket_full: 'notify',
      // Export of the consultation log: the filter must be narrowed.
      too_many_rows: 'notify',
      too_many_notes: 'notify',
      too_many_requests: 'notify',
      // Hand-over of a shift.
      handover_open: 'notify',
      handover_item: 'notify',
      handover_closed: 'notify',
      // Requests of people about their data.
      request_closed: 'notify',
      request_no_identity: 'notify',
      request_not_extendable: 'notify',
      request_changed: 'notify',
      request_not_erased: 'notify',
      request_not_restricted: 'notify',
      request_not_announced: 'notify',
      request_too_large: 'notify',
    },
  },
  db_err: { status: 500, display: 'notify' },
  missing_license_option: {
    status: 403,
    display: 'silent',
    subCodes: {
      rca_rev_license_missing: 'silent',
      visure_license_missing: 'silent',
      g2g_license_missing: 'silent',
      charts_license_missing: 'silent',
      population_license_missing: 'silent',
    },
  },
  /** Varco extension: a write that takes room is refused before it fails; it may be sent again later (`Retry-After`). */
  insufficient_storage: { status: 507, display: 'notify' },
  rate_limit_exceeded: { status: 429, display: 'silent' },
});

export type ErrorCode = keyof typeof ERRORS;

/** True when `value` is a code of the catalogue. */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** How to show a code and optional sub-code (P 8; readings B-20, B-21). */
export function getErrorDisplay(code: ErrorCode, subCode?: string): ErrorDisplay {
  const entry: CatalogueEntry = ERRORS[code];
  if (subCode !== undefined && entry.subCodes !== undefined && Object.hasOwn(entry.subCodes, subCode)) {
    return entry.subCodes[subCode] ?? entry.display;
  }
  return entry.display;
}

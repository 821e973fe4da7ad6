import { type DomainLists, isProviderStaff } from '@varco/domain/portal/user-kind.ts';

/** Security rules, part 4: required for administrators and provider staff, if the configuration says so. */
export const isSecondFactorRequired = (
  rules: { readonly requires2fa: boolean; readonly domains: DomainLists },
  row: {
    readonly is_admin: boolean;
    readonly username: string;
    readonly email: string;
    readonly email_verified: boolean;
  },
): boolean =>
  rules.requires2fa &&
  (row.is_admin ||
    isProviderStaff({ username: row.username, email: row.email, emailVerified: row.email_verified }, rules.domains));

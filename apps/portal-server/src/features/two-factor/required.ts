import { isProviderStaff } from '@varco/domain/portal/user-kind.ts';
import { type PortalSettings, toDomainLists } from '../settings/portal-settings.ts';

/** Security rules, part 4: required for administrators and provider staff, if the settings say so. */
export const isSecondFactorRequired = (
  settings: PortalSettings,
  row: {
    readonly is_admin: boolean;
    readonly username: string;
    readonly email: string;
    readonly email_verified: boolean;
  },
): boolean =>
  settings.two_factor_required &&
  (row.is_admin ||
    isProviderStaff(
      { username: row.username, email: row.email, emailVerified: row.email_verified },
      toDomainLists(settings),
    ));

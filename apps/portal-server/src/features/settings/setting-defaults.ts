import { isTwoFactorRequired, type PortalEnv } from '../../env.ts';
import type { MailServer, PortalSettings } from './portal-settings.ts';

const SMTP_PORT = { tls: 465, starttls: 587 } as const;

/** Settings while nobody has changed them in the browser. */
export const readSettingDefaults = (env: PortalEnv): PortalSettings => ({
  force_domains: env.VARCO_FORCE_DOMAINS,
  staff_domains: env.VARCO_STAFF_DOMAINS,
  institutional_domains: env.VARCO_INSTITUTIONAL_DOMAINS,
  two_factor_required: isTwoFactorRequired(env),
  export_patience_s: env.VARCO_EXPORT_PATIENCE_S,
  maps: {
    source: env.VARCO_MAP_SOURCE,
    credit: env.VARCO_MAP_CREDIT,
    source_2: env.VARCO_MAP_SOURCE_2,
    credit_2: env.VARCO_MAP_CREDIT_2,
    streets: env.VARCO_MAP_STREETS,
    streets_credit: env.VARCO_MAP_STREETS_CREDIT,
    origins: env.VARCO_MAP_ORIGINS,
    routing_url: env.VARCO_ROUTING_URL,
    routing_key: env.VARCO_ROUTING_KEY,
  },
  mail: readMailServer(env),
});

function readMailServer(env: PortalEnv): MailServer | null {
  if (env.VARCO_SMTP_URL === '') return null;
  const { hostname, port, protocol, username, password } = new URL(env.VARCO_SMTP_URL);
  const security = protocol === 'smtps:' ? 'tls' : 'starttls';
  return {
    host: hostname,
    port: port === '' ? SMTP_PORT[security] : Number(port),
    // The demo's mail catcher has no TLS.
    security: security === 'starttls' && env.VARCO_DEMO ? 'none' : security,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from: env.VARCO_MAIL_FROM === '' ? `varco@${new URL(env.VARCO_PUBLIC_ORIGIN).hostname}` : env.VARCO_MAIL_FROM,
  };
}

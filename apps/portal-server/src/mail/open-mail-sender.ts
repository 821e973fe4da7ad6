import type { PortalDeps } from '../deps.ts';
import { createMailSender, type MailSender } from './mail-sender.ts';

/** A sender for the mail server of the settings; null: there is none, and messages wait. */
export function openMailSender({
  settings,
  isDemo,
  outboundCidrs,
}: Pick<PortalDeps, 'settings' | 'isDemo' | 'outboundCidrs'>): MailSender | null {
  const { mail } = settings.current();
  return mail === null ? null : createMailSender({ ...mail, isTlsRequired: !isDemo, allowedCidrs: outboundCidrs });
}

import http from 'node:http';
import { SMTPServer } from 'smtp-server';

interface CaughtMail {
  readonly id: number;
  readonly at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

const MAX_MAILS = 500;
const MAX_BYTES = 2_000_000;

/**
 * An SMTP server that delivers nothing, and a page that shows the received mails. Demo and tests only. `GET /` lists
 * them, `GET /mails` is JSON for tests. Both listen on loopback.
 */
export async function startMailCatcher(smtpPort: number, pagePort: number): Promise<{ close: () => Promise<void> }> {
  const mails: CaughtMail[] = [];
  let nextId = 1;
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    size: MAX_BYTES,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.unshift({
          id: nextId++,
          at: new Date().toISOString(),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        mails.length = Math.min(mails.length, MAX_MAILS);
        callback();
      });
    },
  });
  const page = http.createServer((request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.url === '/mails') {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(mails));
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(renderMailPage(mails));
  });
  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(smtpPort, '127.0.0.1', () => resolve());
  });
  await new Promise<void>((resolve) => page.listen(pagePort, '127.0.0.1', resolve));
  return {
    close: async () => {
      page.closeAllConnections();
      await new Promise<void>((resolve) => page.close(() => resolve()));
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 63};`);

function renderMailPage(mails: readonly CaughtMail[]): string {
  const list = mails
    .map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.to.join(', '))}</h2><p>${escapeHtml(mail.at)} &middot; ${escapeHtml(mail.from)}</p><pre>${escapeHtml(mail.source)}</pre></article>`,
    )
    .join('');
  return `<!doctype html><html lang="it"><meta charset="utf-8"><title>Posta della demo</title>
<style>body{font:14px system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}pre{white-space:pre-wrap;background:#f4f6f7;padding:1rem}</style>
<h1>Posta della demo</h1>${list === '' ? '<p>Nessun messaggio.</p>' : list}</html>`;
}

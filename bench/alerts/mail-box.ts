import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Client } from 'pg';

const MAX_MAILS_PER_MINUTE = 60;

/** A real SMTP server that records when it received the mail about each plate. */
export interface MailServer {
  readonly port: number;
  /** Time (`epochMsNow`) of the first mail that names the plate, and the number of such mails. */
  readonly taken: ReadonlyMap<string, { readonly at: number; readonly times: number }>;
  close(): Promise<void>;
}

export async function openMailServer(clock: () => number): Promise<MailServer> {
  const taken = new Map<string, { readonly at: number; readonly times: number }>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // A reverse lookup of 127.0.0.1 would take seconds per connection without a name server.
    disableReverseLookup: true,
    authOptional: true,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const plate = /^Targa (\S+)$/m.exec(Buffer.concat(chunks).toString('utf8').replaceAll('\r', ''))?.[1];
        if (plate !== undefined) {
          const before = taken.get(plate);
          taken.set(plate, { at: before?.at ?? clock(), times: (before?.times ?? 0) + 1 });
        }
        callback();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/**
 * Configures one mail recipient per gate: a hundred recipients share the mails, because the limit per recipient is
 * made for people.
 */
export async function configureRecipients(owner: Client, port: number, gates: number): Promise<void> {
  await owner.query('delete from alert');
  await owner.query('delete from alert_recipient');
  await owner.query(
    `update alert_channel set is_enabled = true, shows_plate = true, fails = 0, failing_since = null, paused_until = null, settings = $1
     where kind = 'mail'`,
    [
      {
        server: '127.0.0.1',
        porta: port,
        sicurezza: 'nessuna',
        utente: '',
        mittente: 'varco@misura.example',
        autorita: '',
      },
    ],
  );
  await owner.query(
    `insert into alert_recipient (channel, name, address, kinds, gates, cooldown_min, per_minute, created_at, updated_at)
     select 'mail', 'Varco ' || n, 'varco' || n || '@gdf.it', '{blacklist}', array[n::smallint], 0, $2, now(), now() from generate_series(1, $1::int) as n`,
    [gates, MAX_MAILS_PER_MINUTE],
  );
}

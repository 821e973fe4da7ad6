import { expect } from '@playwright/test';
import { z } from 'zod';
import type { World } from './world.ts';

const mailList = z.array(z.object({ to: z.array(z.string()), source: z.string() }));

/** Decoded text of a mail, whatever encoding its parts use. */
function decodeMail(source: string): string {
  const plain = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(source);
  const [head = '', body = ''] = plain ?? [];
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/** The link to `page` in the newest mail to an address; waits until the demo's mail catcher has received it. */
export async function waitForMailedLink(world: World, address: string, page: string): Promise<string> {
  let link = '';
  await expect
    .poll(
      async () => {
        const mails = mailList.parse(await (await fetch(`${world.mail}/mails`)).json());
        const texts = mails.filter(({ to }) => to.includes(address)).map(({ source }) => decodeMail(source));
        link =
          texts.map((text) => new RegExp(`\\S+${page}#[A-Za-z0-9_-]{43}`).exec(text)?.[0] ?? '').find(Boolean) ?? '';
        return link;
      },
      { timeout: 60_000 },
    )
    .not.toBe('');
  return link;
}

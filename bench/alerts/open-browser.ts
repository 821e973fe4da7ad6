import { createServer } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { receiveAlerts } from '@varco/contract/plant/alerts.ts';
import { z } from 'zod';
import { findBrowser } from '../../tools/browser.ts';
import { PLANT_URL } from '../data/plant.ts';

const PORT = 18_691;
/** Origin of the browser's page; it must be configured in the plant. */
export const PAGE_ORIGIN = `http://127.0.0.1:${PORT}`;

/** A real browser with one page that listens to the plant and draws each alert as a line. */
export interface OpenBrowser {
  /** Plate and time (epoch milliseconds) of each alert, when the frame that shows it was ready. */
  shown(): Promise<readonly (readonly [string, number])[]>;
  close(): Promise<void>;
}

/**
 * Runs in the page: reads the stream, draws each alert as a line and records the frame that shows it. Called with the
 * URL, token and body of the stream call.
 */
const LISTEN_AND_DRAW = `(async ({ url, token, body }) => {
  globalThis.shown = [];
  const list = document.body.appendChild(document.createElement('ul'));
  const headers = { authorization: token, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error('the stream answered ' + answer.status);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  const draw = (data) => {
    const { targa, varco } = JSON.parse(data);
    const item = document.createElement('li');
    item.textContent = targa + ' ' + varco;
    list.prepend(item);
    while (list.children.length > 11) list.lastChild.remove();
    requestAnimationFrame(() => shown.push([targa, performance.timeOrigin + performance.now()]));
  };
  const read = async () => {
    for (let more = await reader.read(); !more.done; more = await reader.read()) {
      held += more.value;
      for (let end = held.indexOf('\\n\\n'); end >= 0; end = held.indexOf('\\n\\n')) {
        const lines = held.slice(0, end).split('\\n');
        held = held.slice(end + 2);
        if (lines.includes('event: alert')) draw(lines.find((line) => line.startsWith('data: ')).slice(6));
      }
    }
  };
  void read();
})`;
const Shown = z.array(z.tuple([z.string(), z.number()]));

/** `token`: the `authorization` header of a user. */
export async function openBrowser(token: string): Promise<OpenBrowser> {
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Varco</title>');
  });
  await new Promise<void>((resolve) => {
    server.listen(PORT, '127.0.0.1', resolve);
  });
  let browser: Browser | null = null;
  const close = async (): Promise<void> => {
    await browser?.close();
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  };
  try {
    browser = await chromium.launch(await findBrowser());
    const page = await browser.newPage();
    await page.goto(PAGE_ORIGIN);
    const body = JSON.stringify({ alerts: ['blacklist'] });
    await page.evaluate(
      `${LISTEN_AND_DRAW}(${JSON.stringify({ url: `${PLANT_URL}${receiveAlerts.path}`, token, body })})`,
    );
    return {
      shown: async () => Shown.parse(await page.evaluate('shown')),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

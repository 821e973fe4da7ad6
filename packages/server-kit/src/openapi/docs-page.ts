import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi-document.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#16202b;background:#fff}
h2{margin-top:2.5rem;font-size:1.1rem;border-top:1px solid #cdd5de;padding-top:1rem}code,pre{font:14px/1.45 ui-monospace,monospace}
pre{background:#f3f5f8;padding:.75rem;overflow:auto;border-radius:4px}.m{font-weight:700;margin-right:.5rem}p{margin:.4rem 0}
@media(prefers-color-scheme:dark){body{color:#e7ecf2;background:#12181f}pre{background:#1c2530}h2{border-color:#33404e}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escapeHtmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * `GET /api/docs` and `GET /api/openapi.json`. For a demo only: a server in production does not publish its API. The
 * document is built by the first request, because building it takes a quarter of the start of a server.
 */
export function installDocs(app: FastifyInstance, buildDocument: () => OpenApiDocument): void {
  let built: OpenApiDocument | null = null;
  const getDocument = (): OpenApiDocument => (built ??= buildDocument());
  app.get('/api/openapi.json', (_request, reply) => reply.send(getDocument()));
  app.get('/api/docs', { config: { allowsNavigation: true } }, (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(buildDocsPage(getDocument())),
  );
}

/** A static page without script: every call with its parameters, body and responses. */
export function buildDocsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => buildSection(method, path, operation)),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<h2 id="${escapeHtmlText(name)}">${escapeHtmlText(name)}</h2>${formatJson(schema)}`,
  );
  const title = `${document.info.title} ${document.info.version}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtmlText(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtmlText(title)}</h1>${calls.join('')}<h1>Schemas</h1>${schemas.join('')}</body></html>`;
}

const formatJson = (value: unknown): string => `<pre>${escapeHtmlText(JSON.stringify(value, null, 2) ?? '')}</pre>`;

function buildSection(method: string, path: string, operation: Readonly<Record<string, unknown>>): string {
  const part = (title: string, value: unknown): string =>
    value === undefined ? '' : `<p>${title}</p>${formatJson(value)}`;
  const { operationId, summary, parameters, requestBody, responses, security } = operation;
  return (
    `<h2 id="${escapeHtmlText(String(operationId))}"><span class="m">${escapeHtmlText(method.toUpperCase())}</span><code>${escapeHtmlText(path)}</code></h2>` +
    `<p>${escapeHtmlText(String(summary))}</p>${part('Access', security)}${part('Parameters', parameters)}${part('Body', requestBody)}${part('Answers', responses)}`
  );
}

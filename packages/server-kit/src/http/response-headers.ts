import type { FastifyReply } from 'fastify';

const JSON_CSP = "default-src 'none'; frame-ancestors 'none'";
const FILE_CSP = "default-src 'none'; sandbox";

/**
 * Headers of every response (security rules, part 2). The strict policy for JSON applies unless a document or file
 * replaces it.
 */
export function setBaseHeaders(reply: FastifyReply, isTls: boolean): void {
  void reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': JSON_CSP,
  });
  if (isTls) void reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
}

/** Headers of a file: sandboxed, always downloaded and never displayed, with a name that cannot break the header. */
export function setFileHeaders(reply: FastifyReply, type: string, fileName: string): void {
  const ascii =
    fileName
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9._ -]/g, '_')
      .slice(0, 120) || 'file';
  const encoded = encodeURIComponent(fileName.toWellFormed().slice(0, 120)).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  void reply.headers({
    'content-type': type,
    'content-security-policy': FILE_CSP,
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  });
}

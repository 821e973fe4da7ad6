import { DecodeError, LIMITS } from './limits.ts';
import type { Branch, TreeBuilder } from './tree.ts';

/** Fields of a form body or a query string. Nested bodies are left as text. */
export function readForm(text: string, builder: TreeBuilder, into: Branch): void {
  const pairs = text.split('&', LIMITS.formFields + 1);
  if (pairs.length > LIMITS.formFields) throw new DecodeError('limit_exceeded', 'too many form fields');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals)).trim();
    if (name !== '') builder.add(into, name, equals < 0 ? '' : decodePart(pair.slice(equals + 1)));
  }
}

/** `name=value&name=value` with names a camera would use. */
export const isForm = (text: string): boolean =>
  /^[\w.[\]%-]{1,80}=[^\r\n]*$/.test(text) && !/^[^&=]{0,80}=[^&]*[;,]\s*\w+=/.test(text);

function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Bytes of another charset: each one is a sign of ISO 8859-1.
    return spaced.replaceAll(/%([\dA-Fa-f]{2})/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

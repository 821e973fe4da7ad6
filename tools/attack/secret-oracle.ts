import type { AttackAnswer, Finding } from './attack-request.ts';

/** What never belongs in an answer, whoever asks: stored hashes, private keys, statements and traces. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['a stored hash', /\$argon2(?:id|i|d)\$/],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY|"d"\s*:\s*"[\w-]{43}"/],
  ['a stack trace', /\n\s+at .+\.[cm]?[jt]s:\d+/],
  ['a database error', /syntax error at or near|violates (?:check|foreign key|unique|not-null) constraint/],
  ['a file path of the server', /\/(?:node_modules|home|tmp|src)\/[\w.-]+\//],
];
const MIN_SECRET = 12;

/** Something that must stay with its owner. */
export interface Secret {
  readonly text: string;
  /** User name of whoever may be given it; null: nobody. */
  readonly owner: string | null;
}

/**
 * Secrets of the world in an answer. One that the caller sent may come back, and a token is given to its owner.
 * @param secrets by what they are
 * @param subject the user whose rights count; null: nobody's
 */
export function findSecrets(
  secrets: ReadonlyMap<string, Secret>,
  subject: string | null,
  sent: string,
  answer: AttackAnswer,
): readonly Finding[] {
  if (/^(?:image|application\/(?:pdf|zip))/.test(answer.headers['content-type'] ?? '')) return [];
  const text = `${Object.values(answer.headers).join('\n')}\n${answer.bytes.toString('utf8')}`;
  const findings: Finding[] = SHAPES.filter(([, shape]) => shape.test(text) && !shape.test(sent)).map(([name]) => ({
    kind: 'secret',
    text: name,
  }));
  for (const [name, { text: secret, owner }] of secrets) {
    const mayHave = owner !== null && owner === subject;
    if (secret.length >= MIN_SECRET && !mayHave && text.includes(secret) && !sent.includes(secret))
      findings.push({ kind: 'secret', text: name });
  }
  return findings;
}

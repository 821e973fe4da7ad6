import { PlantKeys, plantKeys } from '@varco/contract/plant/exports.ts';
import type { PublicKey } from '@varco/evidence/manifest.ts';
import { verifyExport, type Verification } from '@varco/evidence/verify.ts';
import { ZipError } from '@varco/evidence/zip/zip-reader.ts';
import { type Command, type CommandContext, EXIT, type ExitCode, type OptionValues } from '../command.ts';
import { formatVerification } from './verification-lines.ts';

const KEY_TIMEOUT_MS = 10_000;

/**
 * `varco verify FILE`: checks that an exported file is complete and signed by a trusted key. Exit 0 yes, 1 no, 2
 * could not be checked.
 */
export const verifyFile: Command = {
  words: 'verify',
  summary: 'evidence:verify.summary',
  operands: ['FILE'],
  options: {
    password: { text: 'evidence:verify.optionPassword', value: 'TEXT' },
    'password-stdin': { text: 'evidence:verify.optionPasswordStdin', value: null },
    key: { text: 'evidence:verify.optionKey', value: 'KEY', repeats: true },
    plant: { text: 'evidence:verify.optionPlant', value: 'URL', repeats: true },
  },
  async run({ options, operands }, context) {
    const { t } = context;
    const keys = await loadKnownKeys(options, context);
    if (typeof keys === 'string') return printVerifyFailure(context, keys);
    const password = await readPassword(options, context);
    if (password === null) return printVerifyFailure(context, t('evidence:verify.noPassword'));
    try {
      const found = await verifyExport(operands[0] ?? '', {
        password: password === '' ? null : password,
        keys,
        onFile: (checked, total) => context.progress?.(t('evidence:verify.progress', { checked, total })),
        ...(context.signal === undefined ? {} : { signal: context.signal }),
      });
      context.progress?.(null);
      return printVerification(found, context);
    } catch (error) {
      context.progress?.(null);
      const isPassword = error instanceof ZipError && error.flaw === 'wrong-password';
      return printVerifyFailure(context, t(isPassword ? 'evidence:verify.wrongPassword' : 'evidence:verify.noFile'));
    }
  },
};

/** The password from where the options say; null: standard input had none, or two sources were named. */
async function readPassword(
  options: OptionValues,
  { t, env, ask, readSecret }: CommandContext,
): Promise<string | null> {
  if (options['password-stdin'] === undefined)
    return options['password'] ?? env['VARCO_EXPORT_PASSWORD'] ?? (await ask?.(t('evidence:verify.askPassword'))) ?? '';
  if (options['password'] !== undefined) return null;
  try {
    const secret = (await readSecret?.()) ?? '';
    return secret === '' ? null : secret;
  } catch {
    return null;
  }
}

/** Public keys from the options and from the plants; a text explains why they could not be fetched. */
async function loadKnownKeys(options: OptionValues, { t }: CommandContext): Promise<readonly PublicKey[] | string> {
  const listed = (options['key'] ?? '').split(',').filter((key) => key !== '');
  if (listed.some((key) => !/^[A-Za-z0-9_-]{43}$/.test(key))) return t('evidence:verify.wrongKey');
  const keys: PublicKey[] = listed.map((x) => ({ kid: '', x }));
  for (const plant of (options['plant'] ?? '').split(',').filter((url) => url !== '')) {
    const sent = await fetchKeys(plant);
    if (sent === null) return t('evidence:verify.plantAway', { plant: plant.slice(0, 120) });
    keys.push(...sent);
  }
  return keys;
}

async function fetchKeys(plant: string): Promise<readonly PublicKey[] | null> {
  try {
    const signal = AbortSignal.timeout(KEY_TIMEOUT_MS);
    const answer = await fetch(new URL(plantKeys.path, plant), { redirect: 'error', signal });
    return answer.ok ? PlantKeys.parse(await answer.json()).keys : null;
  } catch {
    return null;
  }
}

function printVerification(found: Verification, context: CommandContext): ExitCode {
  const { t, print, warn } = context;
  for (const line of formatVerification(found, t)) print(line);
  if (found.findings.length > 0) return EXIT.failed;
  if (found.signers.some((signer) => !signer.isKnown)) {
    warn(t('evidence:verify.unknownSigner'));
    return EXIT.couldNot;
  }
  return EXIT.ok;
}

function printVerifyFailure({ t, warn }: CommandContext, reason: string): ExitCode {
  warn(t('evidence:verify.couldNot', { reason }));
  return EXIT.couldNot;
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findProgram, type UserIds } from '../run-program.ts';
import type { Settings } from '../settings-file.ts';

/** The program of a server cannot go on; the message is its own line. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
}

export interface ConversationOptions {
  /** `portal`, `plant-borgo`. */
  readonly slug: string;
  readonly action: 'init' | 'whole' | 'files' | 'describe' | 'restore' | 'verify';
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: UserIds | null;
  readonly signal: AbortSignal | undefined;
}

/** Folders whose value the program takes over from this command: nothing secret. */
const PASSED_VARIABLES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'] as const;

/** A program of a server that answers each line of JSON with one. */
export interface Conversation {
  say(value: object): void;
  /** The next answer. Throws `BackupFailed` with the program's own line. */
  hear(): Promise<unknown>;
  /** Ends the program and waits for it. */
  end(): Promise<void>;
}

export function startConversation(options: ConversationOptions): Conversation {
  const { slug, action, settings, env, user, signal } = options;
  const passed = Object.fromEntries(PASSED_VARIABLES.map((name) => [name, env[name]]));
  const program = findProgram(slug === 'portal' ? 'portal-server' : 'plant-server', 'backup');
  const child = spawn(process.execPath, [program, action], {
    env: { ...passed, ...settings },
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal, killSignal: 'SIGTERM' as const }),
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-4_000)));
  // A program that ends early closes its input: what it says is the reason.
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((done) => {
    child.once('error', (error) => {
      errors += error.message;
      done();
    });
    child.once('close', () => done());
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (value) => void child.stdin.write(`${JSON.stringify(value)}\n`),
    async hear() {
      const { value, done } = await lines.next();
      if (done !== true) return JSON.parse(value);
      await ended;
      const last = errors.trim().split('\n').at(-1) ?? '';
      throw new BackupFailed(last.replace(/^varco backup: /, '') || '-');
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

/** One question and its answer. Throws `BackupFailed`. */
export async function askProgram(options: ConversationOptions, question: object): Promise<unknown> {
  const conversation = startConversation(options);
  try {
    conversation.say(question);
    return await conversation.hear();
  } finally {
    await conversation.end();
  }
}

import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** Exit codes of all commands. */
export const EXIT = { ok: 0, failed: 1, couldNot: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Access of a command to the outside world. */
export interface CommandContext {
  readonly t: Translate;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints one line on standard output: results. */
  readonly print: (line: string) => void;
  /** Prints one line on standard error: progress and problems. */
  readonly warn: (line: string) => void;
  /** Prints one line that replaces the previous one; null clears it. Absent when the output is not a terminal. */
  readonly progress?: (line: string | null) => void;
  /** Asks the user a question and returns the reply. Absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Reads a password from standard input, for options that end in `-stdin`. @throws RangeError when it is too long */
  readonly readSecret?: () => Promise<string>;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal;
}

export interface CommandOption {
  readonly text: MessageKey;
  /** Placeholder of the value in the help; null: a switch without a value. */
  readonly value: string | null;
  /**
   * The option may occur several times; the values are joined by commas, or are lines where they may have commas. Any other repeated
   * option is an error.
   */
  readonly repeats?: true | 'lines';
}

/** Parsed options; a switch has the value 'true'. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

export interface Command {
  /** Words that select the command: `audit verify`. */
  readonly words: string;
  readonly summary: MessageKey;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Names of the required positional arguments, shown in the help. */
  readonly operands?: readonly string[];
  run(
    input: { readonly options: OptionValues; readonly operands: readonly string[] },
    context: CommandContext,
  ): Promise<ExitCode>;
}

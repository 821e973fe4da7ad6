import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';

/** Exit codes every command keeps to. */
export const EXIT = { ok: 0, failed: 1, couldNot: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command may touch of the outside world. */
export interface CommandContext {
  readonly t: Translate;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One line on standard output: the result. */
  readonly print: (line: string) => void;
  /** One line on standard error: progress and trouble. */
  readonly warn: (line: string) => void;
  /** One line that replaces the one before it, null to clear it; absent where nobody watches. */
  readonly progress?: (line: string | null) => void;
  /** Answer of a person; absent where there is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal;
}

export interface CommandOption {
  readonly text: MessageKey;
  /** Name of the value in the help; null: a switch without value. */
  readonly value: string | null;
  /** May be given several times: the values come joined by commas. Any other option given twice is a mistake. */
  readonly repeats?: true;
}

/** Options as given: a switch is 'true'. */
export type OptionValues = Readonly<Record<string, string | undefined>>;

export interface Command {
  /** Words that call it: `audit verify`. */
  readonly words: string;
  readonly summary: MessageKey;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Names of what follows the words, shown in the help; each is required. */
  readonly operands?: readonly string[];
  run(
    input: { readonly options: OptionValues; readonly operands: readonly string[] },
    context: CommandContext,
  ): Promise<ExitCode>;
}

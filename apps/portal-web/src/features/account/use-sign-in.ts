import { useState } from 'react';
import type { LoginFailure } from '../../lib/session/login-message.ts';
import { loadSessionModule } from '../../lib/session/session-module.ts';
import type { SignInFields, SignInProblem } from './sign-in-form.ts';

/** State of the sign-in form between attempts. */
interface Attempt {
  readonly isBusy: boolean;
  readonly problem: SignInProblem | null;
  /** The portal requires the second factor. */
  readonly wantsPasscode: boolean;
}

const UNKNOWN_ERROR: SignInProblem = { kind: 'message', text: 'account:errors.unknown_error' };

/**
 * Attempts to sign in. Not a mutation of the query library, because that library loads later than this page.
 * @param onSignedIn called once the session and the vault are open; the form stays busy, because the page is left
 */
export function useSignIn(onSignedIn: () => void): Attempt & {
  readonly attempt: (fields: SignInFields) => void;
  readonly forgetProblem: () => void;
} {
  const [state, setState] = useState<Attempt>({ isBusy: false, problem: null, wantsPasscode: false });
  const attempt = (fields: SignInFields): void => {
    setState((before) => ({ ...before, isBusy: true, problem: null }));
    void attemptSignIn(fields).then((outcome) => {
      if (outcome === 'signed-in') onSignedIn();
      else setState(({ wantsPasscode }) => ({ isBusy: false, wantsPasscode, ...outcome }));
    });
  };
  const forgetProblem = (): void => setState((before) => ({ ...before, problem: null }));
  return { ...state, attempt, forgetProblem };
}

async function attemptSignIn(
  fields: SignInFields,
): Promise<'signed-in' | Pick<Attempt, 'problem'> | Pick<Attempt, 'problem' | 'wantsPasscode'>> {
  const passcode = fields.passcode.trim();
  const credentials = {
    username: fields.username.trim(),
    password: fields.password,
    isRemembered: fields.remember,
    ...(passcode === '' ? {} : { passcode }),
  };
  try {
    const { signIn } = await loadSessionModule();
    const outcome = await signIn(credentials);
    if (outcome.kind === 'signed-in') return 'signed-in';
    if (outcome.kind === 'passcode_required') return { problem: null, wantsPasscode: true };
    return { problem: toSignInProblem(outcome) };
  } catch {
    return { problem: UNKNOWN_ERROR };
  }
}

/** Text or dialog for a rejected sign-in. */
function toSignInProblem(failure: Exclude<LoginFailure, { kind: 'passcode_required' }>): SignInProblem {
  switch (failure.kind) {
    case 'recovery_code_required':
      return { kind: 'message', text: 'account:errors.recovery_code_required' };
    case 'unreachable':
      return { kind: 'dialog', dialog: 'unverifiedConnection' };
    case 'slowed_down':
      return failure.retryAfterSeconds === null
        ? { kind: 'message', text: 'account:errors.slow_down_unknown' }
        : { kind: 'message', text: 'account:errors.slow_down', values: { seconds: String(failure.retryAfterSeconds) } };
    case 'message':
      return failure.message === 'missing_ip_configuration'
        ? { kind: 'dialog', dialog: 'wrongConfiguration' }
        : { kind: 'message', text: `account:errors.${failure.message}` };
  }
}

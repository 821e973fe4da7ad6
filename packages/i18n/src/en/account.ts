import type { account as source } from '../it/account.ts';
import type { Texts } from '../message-types.ts';

export const account: Texts<typeof source> = {
  login: {
    title: 'Sign in to the portal',
    heroTitle: 'One sign-in, every plant.\nEvery consultation has a reason.',
    heroText:
      'Transits stay on the plants. Searches, look-ups and exports are recorded with user, time, reason and case number.',
    username: 'E-mail or username',
    password: 'Password',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    passcode: 'Two-factor code',
    passcodeOr: 'or recovery code',
    remember: 'Stay signed in on this workstation',
    rememberHint: '(7 days at most)',
    submit: 'Sign in',
    submitting: 'Signing in...',
    footer: 'Authorised personnel only. Sign-ins and failed attempts are recorded.',
    version: 'Version {{version}}',
    theme: 'Theme',
    missingUsername: 'Enter the username or e-mail.',
    missingPassword: 'Enter the password.',
    missingPasscode: 'Enter the two-factor code.',
  },
  connection: {
    checking: 'Checking the connection...',
    verified: 'Connection verified',
    inMs: 'in {{ms}} ms',
    again: 'Check again',
    failed: 'Connection not verified',
    failedText: 'The portal does not answer from this workstation. Check network and certificate.',
    check: 'Check connection',
    wrongConfiguration: 'Wrong configuration',
    open: 'Open the portal in a new tab',
  },
  errors: {
    login_failed: 'Sign-in failed: wrong username or password.',
    wrong_otp: 'Wrong code. The code changes every 30 seconds.',
    user_expired: 'User expired.',
    password_expired: 'Password expired.',
    user_not_verified: 'User not verified: open the message you received by e-mail.',
    missing_ip_configuration: 'Wrong configuration: the IP parameter is missing on the web service.',
    slow_down: 'Too many attempts. Try again in {{seconds}} seconds.',
    slow_down_unknown: 'Too many attempts. Try again in some minutes.',
    recovery_code_required: 'A recovery code is needed.',
    unknown_error: 'Unknown error during sign-in.',
  },
  vault: {
    damaged:
      'The plant credentials are damaged or do not belong to this user. Nothing was overwritten: contact support.',
  },
  plants: {
    signingIn: 'Signing in to the plants',
    signedIn: '{{done}} of {{total}}',
    enterAnyway: 'Enter without waiting',
  },
  logout: { done: 'Session closed.' },
  mustChange: {
    title: 'Password change required',
    intro:
      'Choose a new password before going on. The plant credentials are sealed again with the new password, in this browser.',
    current: 'Current password',
    next: 'New password',
    repeat: 'Repeat the new password',
    submit: 'Change password',
    tooShort: 'The password needs at least {{min}} characters.',
    containsUser: 'The password must not contain the e-mail or the username.',
    common: 'The password is too common.',
    same: 'The new password must differ from the current one.',
    different: 'The passwords are not equal',
    wrongCurrent: 'Wrong current password',
    exit: 'Sign out',
  },
  firstAccess: {
    title: 'First access',
    notYet:
      'The first-access page is not there yet in this version. Ask the administrator to complete your registration.',
  },
};

import { create } from 'zustand';
import { CLIENT_VERSION } from '../../lib/api/client-version.ts';
import { setReason, useReason } from '../../lib/case/reason.ts';
import { closeNoteDialog } from '../../lib/note-dialog.store.ts';
import { closeBlacklistForm } from '../../lib/lists/blacklist-request.store.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { queryClient } from '../../lib/query-client.ts';
import {
  type FirstWindowState,
  type Hello,
  HelloAnswer,
  type ToFirstWindow,
  type ToSecondWindow,
} from '../../lib/second-screen/messages.ts';
import { isSecondScreen } from '../../lib/second-screen/second-window.ts';
import { currentSession, useSession } from '../../lib/session/session-store.ts';
import { resetWorkspace, useTabs } from '../../lib/workspace/tabs.store.ts';

// The second window's side of the second screen (ADR 0015).

/**
 * `alone`: no window opened this one. `lost`: the first window is being reloaded, was closed or shows another site.
 * `otherVersion`: it runs other code.
 */
type LinkStatus = 'connecting' | 'linked' | 'lost' | 'alone' | 'otherVersion';

interface FirstWindow {
  readonly status: LinkStatus;
  /** What the first window shows here; null while there is no link. */
  readonly state: FirstWindowState | null;
}

/** The window that opened this one. In memory only. */
export const useFirstWindow = create<FirstWindow>(() => ({ status: 'connecting', state: null }));

const HELLO_INTERVAL_MS = 500;

let port: MessagePort | null = null;

/** Sends what the user did to the first window. */
export function sendToFirstWindow(message: ToFirstWindow): void {
  port?.postMessage(message);
}

/** Brings the first window to the front, where the browser lets a window do that. */
const focusFirstWindow = (): void => {
  const opener: unknown = window.opener;
  if (opener instanceof Object && 'focus' in opener && typeof opener.focus === 'function') opener.focus();
};

function readOpener(): Window | null {
  const opener: Window | null = window.opener;
  return opener === null || opener.closed ? null : opener;
}

/**
 * Follows the window that opened this one, until the returned function is called: says hello until it is answered, and
 * shows nothing any more when it is gone.
 */
export function followFirstWindow(): () => void {
  if (!isSecondScreen() || window.opener === null) {
    useFirstWindow.setState({ status: 'alone', state: null });
    return () => undefined;
  }
  const stops = [listenForAnswer(), sayHello(), followOwnSession(), forwardRequests()];
  return () => {
    sendToFirstWindow({ kind: 'bye' });
    for (const stop of stops) stop();
    dropLink('connecting');
  };
}

/** Nothing of the first window may be seen here after the link has ended: not its transit, not what was fetched for it. */
function dropLink(status: LinkStatus): void {
  port?.close();
  port = null;
  useFirstWindow.setState({ status, state: null });
  closeNoteDialog();
  closeBlacklistForm();
  queryClient.clear();
}

function sayHello(): () => void {
  const hello: Hello = { kind: 'varco-second-screen-hello', version: CLIENT_VERSION };
  const say = (): void => {
    const opener = readOpener();
    if (opener === null) {
      dropLink('lost');
      window.close();
    } else if (port === null) opener.postMessage(hello, location.origin);
  };
  say();
  const timer = setInterval(say, HELLO_INTERVAL_MS);
  return () => clearInterval(timer);
}

function listenForAnswer(): () => void {
  const onMessage = ({ origin, source, data, ports }: MessageEvent<unknown>): void => {
    if (origin !== location.origin || source !== window.opener) return;
    const answer = HelloAnswer.safeParse(data).data;
    const [received] = ports;
    if (answer?.kind === 'varco-second-screen-other-version') dropLink('otherVersion');
    else if (answer !== undefined && received !== undefined) {
      port?.close();
      port = received;
      received.addEventListener('message', (event: MessageEvent<ToSecondWindow>) => {
        if (port === received) receive(event.data);
      });
      received.start();
    }
  };
  const onHide = (): void => sendToFirstWindow({ kind: 'bye' });
  addEventListener('message', onMessage);
  addEventListener('pagehide', onHide);
  return () => {
    removeEventListener('message', onMessage);
    removeEventListener('pagehide', onHide);
  };
}

function receive(message: ToSecondWindow): void {
  if (message.kind === 'leave') return dropLink('lost');
  if (message.kind === 'end' || message.userUuid !== currentSession().user?.uuid) {
    dropLink('lost');
    window.close();
    return;
  }
  // While it is being stated, the call that needs it waits here.
  if (!message.reason.isRequired) setReason(message.reason);
  const { preferences } = message;
  if (JSON.stringify(preferences) !== JSON.stringify(usePreferences.getState())) usePreferences.setState(preferences);
  useFirstWindow.setState({ status: 'linked', state: message });
}

/** A second window of somebody who signed out, here or elsewhere, closes. */
const followOwnSession = (): (() => void) =>
  useSession.subscribe(({ status, user }, before) => {
    if (status === 'signed-in' && user?.uuid === before.user?.uuid) return;
    dropLink('lost');
    window.close();
  });

/** Tabs and the reason belong to the first window: what asks for them here is passed on. */
function forwardRequests(): () => void {
  const stopTabs = useTabs.subscribe(({ tabs }, before) => {
    const added = tabs.find(({ id }) => !before.tabs.some((one) => one.id === id));
    if (added === undefined || before.tabs.length >= tabs.length) return;
    const { id: _, ...spec } = added;
    sendToFirstWindow({ kind: 'open-tab', spec });
    resetWorkspace();
    focusFirstWindow();
  });
  const stopReason = useReason.subscribe(({ isRequired }, before) => {
    if (!isRequired || before.isRequired) return;
    sendToFirstWindow({ kind: 'reason' });
    focusFirstWindow();
  });
  return () => {
    stopTabs();
    stopReason();
  };
}

import { CLIENT_VERSION } from '../api/client-version.ts';
import { requestReason, useReason } from '../case/reason.ts';
import { findPlantByPeer } from '../plants/plant-sessions.ts';
import { usePlants } from '../plants/plant-store.ts';
import { usePreferences } from '../preferences/preferences.store.ts';
import { currentSession, useSession } from '../session/session-store.ts';
import type { ActionRights } from '../transit-actions/transit-action.ts';
import { openInList } from '../workspace/list-place.store.ts';
import { openWorkspaceTab } from '../workspace/tabs.store.ts';
import { Hello, type HelloAnswer, ToFirstWindow, type ToSecondWindow } from './messages.ts';
import { moveToOtherMonitor } from './other-monitor.ts';
import {
  markSecondScreen,
  NO_SECOND_SCREEN,
  type SecondSubject,
  type SecondView,
  setSecondView,
  useSecondScreen,
} from './second-screen.store.ts';
import { SECOND_SCREEN_NAME, SECOND_SCREEN_PATH } from './second-window.ts';

// The first window's side of the second screen (ADR 0015). Loaded when a screen that offers it is drawn.

/** A browser does not report that a window was closed. */
const CLOSED_CHECK_INTERVAL_MS = 300;

interface SecondWindow {
  readonly window: Window;
  /** Null until the window has said hello, and while it is reloaded. */
  port: MessagePort | null;
  readonly timer: ReturnType<typeof setInterval>;
}

let second: SecondWindow | null = null;
let stepInList: ((by: 1 | -1) => void) | null = null;
let onTabOpened: (() => void) | null = null;

/** Registers what previous and next do, pressed in the second window; the returned function ends it. */
export function bindSecondScreenSteps(step: (by: 1 | -1) => void): () => void {
  stepInList = step;
  return () => {
    if (stepInList === step) stepInList = null;
  };
}

/** Registers what shows the tabs when the second window has opened one; the returned function ends it. */
export function bindTabOpened(show: () => void): () => void {
  onTabOpened = show;
  return () => {
    if (onTabOpened === show) onTabOpened = null;
  };
}

/** Opens the second window, or brings the open one to the front, and sets what it shows. */
export function openSecondWindow(view: SecondView, subject?: SecondSubject): void {
  const shown = subject === undefined ? {} : { subject, position: null };
  useSecondScreen.setState({ view, isBlocked: false, ...shown });
  if (second !== null && !second.window.closed) {
    second.window.focus();
    return;
  }
  const size = `popup,width=${Math.min(1280, screen.availWidth)},height=${Math.min(900, screen.availHeight)}`;
  const opened = window.open(SECOND_SCREEN_PATH, SECOND_SCREEN_NAME, size);
  if (opened === null) {
    useSecondScreen.setState({ isBlocked: true });
    return;
  }
  adopt(opened);
  void moveToOtherMonitor(opened);
}

/** Closes the second window and forgets it. */
export function endSecondWindow(): void {
  if (second !== null) {
    send({ kind: 'end' });
    second.window.close();
  }
  forget();
}

function adopt(opened: Window): void {
  if (second !== null) clearInterval(second.timer);
  const timer = setInterval(() => {
    if (opened.closed) forget();
  }, CLOSED_CHECK_INTERVAL_MS);
  second = { window: opened, port: null, timer };
  useSecondScreen.setState({ status: 'opening' });
  markSecondScreen(true);
}

/** After the end of the second screen the list opens details as before, and not the one that was shown there. */
function forget(): void {
  if (second !== null) {
    clearInterval(second.timer);
    second.port?.close();
  }
  second = null;
  markSecondScreen(false);
  const { subject } = useSecondScreen.getState();
  if (subject !== null && subject.tabId !== null) openInList(subject.tabId, null);
  useSecondScreen.setState(NO_SECOND_SCREEN, true);
}

function send(message: ToSecondWindow): void {
  second?.port?.postMessage(message);
}

/** The user's rights on the plant of the transit that is shown; null: not signed in there, or nothing is shown. */
function findRights(): ActionRights | null {
  const { subject } = useSecondScreen.getState();
  return (subject === null ? undefined : findPlantByPeer(subject.peerId))?.login?.user ?? null;
}

let sentRights: ActionRights | null = null;

function sendState(): void {
  const { user } = currentSession();
  if (user === null) return;
  const { view, subject, position } = useSecondScreen.getState();
  const reason = useReason.getState();
  sentRights = findRights();
  send({
    kind: 'state',
    userUuid: user.uuid,
    view,
    subject,
    rights: sentRights,
    position,
    reason,
    preferences: usePreferences.getState(),
  });
}

/** True for a window of this origin that this window has opened as its second screen, in this document or before a reload. */
function isOwnSecondWindow(source: MessageEventSource | null): source is Window {
  if (source === null || !('opener' in source)) return false;
  if (second !== null && !second.window.closed) return source === second.window;
  return source.opener === window && source.name === SECOND_SCREEN_NAME;
}

function onHello({ origin, source, data }: MessageEvent<unknown>): void {
  const hello = origin === location.origin ? Hello.safeParse(data).data : undefined;
  if (hello === undefined || !isOwnSecondWindow(source) || currentSession().status !== 'signed-in') return;
  const answer = (kind: HelloAnswer['kind'], ports: readonly MessagePort[] = []): void =>
    source.postMessage({ kind } satisfies HelloAnswer, location.origin, [...ports]);
  if (hello.version !== CLIENT_VERSION) {
    answer('varco-second-screen-other-version');
    return;
  }
  if (second?.window !== source) adopt(source);
  if (second === null) return;
  const { port1, port2 } = new MessageChannel();
  second.port?.close();
  second.port = port1;
  port1.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (second?.port === port1) receive(event.data);
  });
  port1.start();
  answer('varco-second-screen-welcome', [port2]);
  useSecondScreen.setState({ status: 'on' });
  sendState();
}

function receive(data: unknown): void {
  const message = ToFirstWindow.safeParse(data).data;
  switch (message?.kind) {
    case 'step':
      stepInList?.(message.by);
      return;
    case 'close': {
      const { subject } = useSecondScreen.getState();
      if (subject !== null && subject.tabId !== null) openInList(subject.tabId, null);
      useSecondScreen.setState({ subject: null, position: null });
      return;
    }
    case 'view':
      setSecondView(message.view);
      return;
    case 'reason':
      requestReason();
      return;
    case 'open-tab':
      openWorkspaceTab(message.spec);
      onTabOpened?.();
      return;
    case 'bye':
      if (second !== null) second.port = null;
      useSecondScreen.setState({ status: 'opening' });
      return;
    default:
  }
}

// Once for each document, because a module is evaluated once.
useSecondScreen.subscribe(sendState);
useReason.subscribe(sendState);
usePreferences.subscribe(sendState);
usePlants.subscribe(() => {
  if (findRights() !== sentRights) sendState();
});
useSession.subscribe(({ user }, before) => {
  if (user?.uuid !== before.user?.uuid) endSecondWindow();
});
addEventListener('message', onHello);
addEventListener('pagehide', () => send({ kind: 'leave' }));

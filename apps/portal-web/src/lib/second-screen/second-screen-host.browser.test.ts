import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { LOCAL_USER } from '../../../test/local-user.ts';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { CLIENT_VERSION } from '../api/client-version.ts';
import { usePlants } from '../plants/plant-store.ts';
import { setReason } from '../case/reason.ts';
import { useSession } from '../session/session-store.ts';
import { getListPlace, openInList } from '../workspace/list-place.store.ts';
import { useTabs } from '../workspace/tabs.store.ts';
import { bindSecondScreenSteps, endSecondWindow } from './second-screen-host.ts';
import { NO_SECOND_SCREEN, showOnSecondScreen, useSecondScreen } from './second-screen.store.ts';
import { SECOND_SCREEN_NAME } from './second-window.ts';

/** Page that says hello to the window that opened it (or holds it) and writes what it gets into its title. */
const buildPage = (version: string): string =>
  URL.createObjectURL(
    new Blob(
      [
        `<script>
          const first = opener ?? parent;
          onmessage = ({ data, ports }) => {
            document.title = JSON.stringify(data);
            if (ports[0] === undefined) return;
            globalThis.port = ports[0];
            port.onmessage = (event) => { document.title = JSON.stringify(event.data); };
          };
          first.postMessage({ kind: 'varco-second-screen-hello', version: '${version}' }, location.origin);
          first.postMessage('after-hello', location.origin);
        </script>`,
      ],
      { type: 'text/html' },
    ),
  );

type SecondPage = Window & { readonly port: MessagePort };
const opened: Window[] = [];

/** Opens a page as a second screen that outlived a reload of this window: it has the name and the opener. */
function openPage(version: string, name = SECOND_SCREEN_NAME): SecondPage {
  const page = window.open(buildPage(version), name);
  if (page === null) throw new Error('the test browser opens windows');
  opened.push(page);
  return page as SecondPage;
}

/** Resolves when the hello that was sent before has been handled: messages of a window arrive in order. */
const afterHello = (): Promise<void> =>
  new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<unknown>): void => {
      if (data !== 'after-hello') return;
      removeEventListener('message', listen);
      resolve();
    };
    addEventListener('message', listen);
  });

const signIn = (uuid: string): void => useSession.setState({ status: 'signed-in', user: { ...LOCAL_USER, uuid } });

beforeEach(() => signIn('a-person'));
afterEach(() => {
  endSecondWindow();
  for (const page of opened.splice(0)) page.close();
  useSession.setState({ status: 'signed-out', user: null });
});

test('a window that this one opened gets transit and reason, and its previous, next and close arrive here', async () => {
  const page = openPage(CLIENT_VERSION);
  await eventually(() => expect(useSecondScreen.getState().status).toBe('on'));
  setReason({ code: 'pg', text: 'Verifica', case: '7/2026' });
  openInList('t1', { peerId: 3, transitId: 'abc' });
  showOnSecondScreen({ peerId: 3, transitId: 'abc', plate: 'AB123CD', tabId: 't1' }, 'gone');
  await eventually(() =>
    expect(JSON.parse(page.document.title)).toMatchObject({
      kind: 'state',
      userUuid: 'a-person',
      view: 'detail',
      subject: { peerId: 3, transitId: 'abc', plate: 'AB123CD', tabId: 't1' },
      position: 'gone',
      reason: { code: 'pg', text: 'Verifica', case: '7/2026' },
    }),
  );
  const steps: number[] = [];
  const stop = bindSecondScreenSteps((by) => steps.push(by));
  page.port.postMessage({ kind: 'step', by: 1 });
  // What is no message of the second window does nothing.
  page.port.postMessage({ kind: 'step', by: 50 });
  page.port.postMessage({ kind: 'open-tab', spec: { kind: 'nothing' } });
  page.port.postMessage('close');
  page.port.postMessage({ kind: 'step', by: -1 });
  await eventually(() => expect(steps).toEqual([1, -1]));
  stop();
  expect(useTabs.getState().tabs).toHaveLength(1);
  expect(getListPlace('t1').open).not.toBeNull();
  page.port.postMessage({ kind: 'close' });
  await eventually(() => expect(useSecondScreen.getState().subject).toBeNull());
  expect(getListPlace('t1').open).toBeNull();
});

test('the rights on the plant of the transit go with it, also when the plant is signed in to later', async () => {
  const page = openPage(CLIENT_VERSION);
  await eventually(() => expect(useSecondScreen.getState().status).toBe('on'));
  const login = buildPlantLoginResponse('t', 'plant');
  const credential = createCredential({ url: location.origin, uuid: 'plant' });
  usePlants.setState({ plants: new Map([['c1', createPlant(credential, { state: 'verifying' })]]), hasRun: true });
  showOnSecondScreen({ peerId: 1, transitId: 'abc', plate: 'AB123CD', tabId: null });
  await eventually(() => expect(JSON.parse(page.document.title)).toMatchObject({ subject: {}, rights: null }));
  usePlants.setState({ plants: new Map([['c1', createPlant(credential, { login })]]) });
  await eventually(() =>
    expect(JSON.parse(page.document.title)).toMatchObject({ rights: { level: login.user.level } }),
  );
  usePlants.setState({ plants: new Map(), hasRun: false });
});

test('nothing of a person is sent to it after sign-out or for another person: it closes', async () => {
  const page = openPage(CLIENT_VERSION);
  await eventually(() => expect(useSecondScreen.getState().status).toBe('on'));
  signIn('another-person');
  await eventually(() => expect(page.closed).toBe(true));
  expect(useSecondScreen.getState()).toEqual(NO_SECOND_SCREEN);
});

test('a frame, a window of another name and a window before the sign-in get no answer', async () => {
  const frame = document.createElement('iframe');
  let handled = afterHello();
  frame.src = buildPage(CLIENT_VERSION);
  document.body.append(frame);
  await handled;
  expect(frame.contentDocument?.title).toBe('');
  frame.remove();

  handled = afterHello();
  const stranger = openPage(CLIENT_VERSION, 'some-window');
  await handled;
  expect(stranger.document.title).toBe('');

  useSession.setState({ status: 'signed-out', user: null });
  handled = afterHello();
  const early = openPage(CLIENT_VERSION);
  await handled;
  expect(early.document.title).toBe('');
  expect(useSecondScreen.getState().status).toBe('off');
});

test('a window with other code is told so and gets no port', async () => {
  const page = openPage('0.0.1');
  await eventually(() =>
    expect(JSON.parse(page.document.title)).toEqual({ kind: 'varco-second-screen-other-version' }),
  );
  expect(page.port).toBeUndefined();
  expect(useSecondScreen.getState().status).toBe('off');
});

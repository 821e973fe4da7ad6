import { describe, expect, test } from 'vitest';
import { TreeBuilder } from '../decode/tree.ts';
import { parseXml } from '../decode/xml.ts';
import { parseAnswer, readClock, readFault, readPulled, readSubscription } from './soap-answers.ts';
import { buildEnvelope, pullMessages } from './soap-requests.ts';

const wrap = (body: string): string =>
  `<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body>${body}</env:Body></env:Envelope>`;
const subscription = (parameters: string): string =>
  wrap(
    `<tev:CreatePullPointSubscriptionResponse xmlns:tev="urn:e" xmlns:wsa="urn:a" xmlns:wsnt="urn:n"><tev:SubscriptionReference><wsa:Address> http://camera/pull?a=1&amp;b=2 </wsa:Address><wsa:ReferenceParameters>${parameters}</wsa:ReferenceParameters></tev:SubscriptionReference><wsnt:CurrentTime>2008-10-09T13:52:59</wsnt:CurrentTime><wsnt:TerminationTime>2008-10-09T13:53:59Z</wsnt:TerminationTime></tev:CreatePullPointSubscriptionResponse>`,
  );
function read(parameters: string) {
  const text = subscription(parameters);
  const document = parseAnswer(text);
  return document === null ? null : readSubscription(document, text);
}

describe('answers of a camera', () => {
  test('a subscription: its address, what is to be repeated with its namespace, and how long it lasts by its own clock', () => {
    expect(read('<dom:Id xmlns:dom="http://camera/event" a="b"> 4 &lt; 5 </dom:Id>')).toEqual({
      address: 'http://camera/pull?a=1&b=2',
      parameters: [{ name: 'Id', namespace: 'http://camera/event', text: '4 < 5' }],
      endsInMs: 60_000,
    });
  });

  test('parameters with children are left out, and of many only the first ten are taken', () => {
    expect(read('<d:Id xmlns:d="urn:d"><d:Inner>4</d:Inner></d:Id>')?.parameters).toEqual([]);
    expect(read('<d:Id xmlns:d="urn:d">1</d:Id>'.repeat(500))?.parameters).toHaveLength(10);
  });

  test.each(['', 'not found', '{"a":1}', '<html/>', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', '<Envelope><Body>'])(
    'what is no answer of SOAP is none: %s',
    (text) => {
      expect(parseAnswer(text)).toBeNull();
    },
  );

  test('a fault says whether the sign-in was refused, at any depth of its codes', () => {
    const fault = (code: string): string =>
      `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>ter:Op</env:Value><env:Subcode><env:Value>${code}</env:Value></env:Subcode></env:Subcode></env:Code><env:Reason><env:Text>no</env:Text></env:Reason></env:Fault>`;
    const readOne = (code: string) => readFault(parseAnswer(wrap(fault(code))) ?? { fields: new Map() });
    expect(readOne('ter:NotAuthorized')).toEqual({ isSignIn: true, text: 'env:Sender ter:Op ter:NotAuthorized no' });
    expect(readOne('ter:InvalidArgVal')?.isSignIn).toBe(false);
    expect(readFault(parseAnswer(wrap('')) ?? { fields: new Map() })).toBeNull();
  });

  test('a clock that is no time is none', () => {
    const clock = (hour: string): string =>
      wrap(
        `<GetSystemDateAndTimeResponse><SystemDateAndTime><UTCDateTime><Time><Hour>${hour}</Hour><Minute>5</Minute><Second>6</Second></Time><Date><Year>2026</Year><Month>5</Month><Day>12</Day></Date></UTCDateTime></SystemDateAndTime></GetSystemDateAndTimeResponse>`,
      );
    const readOne = (text: string) => readClock(parseAnswer(text) ?? { fields: new Map() });
    expect(readOne(clock('4'))).toBe(Date.UTC(2026, 4, 12, 4, 5, 6));
    expect([readOne(clock('25')), readOne(clock('x')), readOne(wrap(''))]).toEqual([null, null, null]);
  });

  test('an answer without times of a subscription is no answer with events', () => {
    const readOne = (body: string) => readPulled(parseAnswer(wrap(body)) ?? { fields: new Map() });
    expect(readOne('<PullMessagesResponse/>')).toBeNull();
    expect(
      readOne('<PullMessagesResponse><CurrentTime>x</CurrentTime><NotificationMessage/></PullMessagesResponse>'),
    ).toMatchObject({ endsInMs: null });
  });
});

test('what a camera named is written as text, whatever signs it has', () => {
  const to = { address: 'http://a/"><s:Body>', parameters: [{ name: 'Id', namespace: 'urn:"<', text: ']]><&' }] };
  const envelope = buildEnvelope(pullMessages(to, 20, 10), {
    user: '<u>"&',
    digest: 'ZA==',
    nonce: 'bg==',
    created: 'now',
  });
  const { documents, isRepaired } = parseXml(envelope, new TreeBuilder());
  expect([documents.length, isRepaired]).toEqual([1, false]);
  expect(envelope).toContain('<wsse:Username>&lt;u&gt;&quot;&amp;</wsse:Username>');
  expect(envelope.split('<s:Body>')).toHaveLength(2);
});

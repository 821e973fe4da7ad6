import { describe, expect, test } from 'vitest';
import { FAMILY_IDS } from '../camera-types.ts';
import { FAMILIES } from '../families.ts';
import { describeFields, readCameraMessage } from '../read-camera-message.ts';
import { loadSamples, summarise } from '../testing/load-samples.ts';

const samples = loadSamples();

describe('samples of camera families', () => {
  test.each(samples.map((sample) => [`${sample.family}/${sample.name}`, sample] as const))('%s', (_name, sample) => {
    const { message, profile, expected } = sample;
    expect(summarise(readCameraMessage(message, profile))).toEqual(expected);
    if (profile.family === 'auto') {
      expect(summarise(readCameraMessage(message, { ...profile, family: sample.family }))).toEqual(expected);
    }
    expect(describeFields(message).length).toBeGreaterThan(0);
  });

  test('every family has samples and every family id a description', () => {
    expect(new Set(samples.map(({ family }) => family))).toEqual(new Set(FAMILY_IDS));
    expect(FAMILIES.map(({ id }) => id).toSorted()).toEqual(FAMILY_IDS.toSorted());
  });
});

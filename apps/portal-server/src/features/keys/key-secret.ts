import { createHash } from 'node:crypto';
import { createRandomToken } from '@varco/server-kit/auth/secrets.ts';

/** Marks the keys of this product for whoever finds one, people and scanners alike. */
const MARK = 'vk_';
const PREFIX_LENGTH = 8;
const KEY = /^vk_[\w-]{43}$/;

/** A new key: 256 random bits after the mark. */
export const createKeySecret = (): string => `${MARK}${createRandomToken()}`;

/** The beginning by which people recognise a key. */
export const getKeyPrefix = (secret: string): string => secret.slice(0, PREFIX_LENGTH);

/** Whether a bearer value has the form of a key; others are not looked up. */
export const isKeySecret = (value: string): boolean => KEY.test(value);

/** What is stored of a key. Its entropy makes a slow hash unnecessary. */
export const hashKeySecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

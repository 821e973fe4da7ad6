import type { it } from '../it/messages.ts';
import type { Texts } from '../message-types.ts';
import { common } from './common.ts';
import { nations } from './nations.ts';
import { widgets } from './widgets.ts';

/** Every namespace, one file each, with exactly the keys of the Italian source. */
export const en: Texts<typeof it> = { common, nations, widgets };

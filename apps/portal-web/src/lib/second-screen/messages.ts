import { z } from 'zod';
import type { Preferences } from '../preferences/preferences.store.ts';
import type { ActionRights } from '../transit-actions/transit-action.ts';
import { TabSpec } from '../workspace/tab-spec.ts';
import type { ListPosition, SecondSubject, SecondView } from './second-screen.store.ts';

/**
 * Messages between the two windows (ADR 0015). The first ones are addressed to this origin only and carry nothing; all
 * others go through the port that the first window hands over.
 */

/** Sent by the second window to the one that opened it, until it is answered. */
export const Hello = z.object({ kind: z.literal('varco-second-screen-hello'), version: z.string() });
export type Hello = z.infer<typeof Hello>;

/** Answer of the first window; `welcome` comes with the port. */
export const HelloAnswer = z.object({
  kind: z.enum(['varco-second-screen-welcome', 'varco-second-screen-other-version']),
});
export type HelloAnswer = z.infer<typeof HelloAnswer>;

/** Everything the second window shows and works with. Sent whole at every change, so that none can be missed. */
export interface FirstWindowState {
  readonly kind: 'state';
  /** User of the first window; another user's second window closes. */
  readonly userUuid: string;
  readonly view: SecondView;
  readonly subject: SecondSubject | null;
  /** The user's rights on the plant of the transit; null: the first window is not signed in there. */
  readonly rights: ActionRights | null;
  readonly position: ListPosition;
  /** `isRequired`: a plant asks for another reason, which is being stated in the first window. */
  readonly reason: {
    readonly code: string;
    readonly text: string;
    readonly case: string;
    readonly isRequired: boolean;
  };
  readonly preferences: Preferences;
}

/** `leave`: the first window is reloaded or closed. `end`: the second window must close. */
export type ToSecondWindow = FirstWindowState | { readonly kind: 'leave' } | { readonly kind: 'end' };

/** What the user does in the second window that belongs to the first. */
export const ToFirstWindow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), by: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ kind: z.literal('close') }),
  z.object({ kind: z.literal('view'), view: z.enum(['detail', 'map']) }),
  z.object({ kind: z.literal('reason') }),
  z.object({ kind: z.literal('open-tab'), spec: TabSpec }),
  /** The second window is reloaded or closed. */
  z.object({ kind: z.literal('bye') }),
]);
export type ToFirstWindow = z.infer<typeof ToFirstWindow>;

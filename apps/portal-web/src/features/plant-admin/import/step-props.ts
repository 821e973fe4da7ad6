import type { ImportController } from './import-controller.ts';
import type { ImportState } from './import-state.ts';

/** What each step of an import is drawn from. */
export interface StepProps {
  readonly state: ImportState;
  readonly controller: ImportController;
}

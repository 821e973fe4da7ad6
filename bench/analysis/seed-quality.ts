import type { AccompliceQuality } from './accomplice-quality.ts';
import type { CloneQuality } from './clone-quality.ts';
import type { RelatedQuality } from './related-quality.ts';
import type { SuspectQuality } from './suspect-quality.ts';

/** All measurements on the world of one seed. */
export interface SeedQuality {
  readonly seed: number;
  readonly accomplices: readonly AccompliceQuality[];
  /** Results of a normal week and of one with as many offenders as the design assumes. */
  readonly suspects: SuspectQuality;
  readonly busySuspects: SuspectQuality;
  readonly related: RelatedQuality;
  readonly clones: CloneQuality;
}

import type { ReactNode } from 'react';

/** Props shared by the parts of the transit detail. */
export interface DetailProps {
  readonly peerId: number;
  readonly transitId: string;
  /** `panel`: one column beside the list; `page`: replaces the list or fills a tab. */
  readonly layout: 'page' | 'panel';
  /** List tab the detail was opened from. */
  readonly tabId?: string;
  /** Previous and next buttons, and the position in the list it was opened from. */
  readonly navigation?: ReactNode;
  readonly onClose: () => void;
}

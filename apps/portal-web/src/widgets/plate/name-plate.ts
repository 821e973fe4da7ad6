import type { Translate } from '@varco/i18n/message-types.ts';

/** The plate in a sentence, for instance in the name of a picture; a passage whose plate was not read has none. */
export const namePlate = (t: Translate, plate: string): string => (plate === '' ? t('widgets:plate.none') : plate);

import { useMediaQuery } from '@mantine/hooks';

/** Below this width a screen has one column, and rows are shown as cards (design 5, mock-up 09). The style sheets repeat it. */
const PHONE_MEDIA_QUERY = '(width < 600px)';

export const useIsPhone = (): boolean => useMediaQuery(PHONE_MEDIA_QUERY);

/** The same outside a component. */
export const isPhone = (): boolean => matchMedia(PHONE_MEDIA_QUERY).matches;

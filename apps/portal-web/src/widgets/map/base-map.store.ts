import { create } from 'zustand';

/** Whether the alternative base map is selected; shared by all maps of the window. */
export const useBaseMapChoice = create<{ readonly isOther: boolean }>(() => ({ isOther: false }));

export const switchBaseMap = (): void => useBaseMapChoice.setState(({ isOther }) => ({ isOther: !isOther }));

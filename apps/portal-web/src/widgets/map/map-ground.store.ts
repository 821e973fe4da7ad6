import { create } from 'zustand';

/** Whether the alternative base map is selected; shared by all maps of the window. */
export const useOtherGround = create<{ readonly isOther: boolean }>(() => ({ isOther: false }));

export const switchGround = (): void => useOtherGround.setState(({ isOther }) => ({ isOther: !isOther }));

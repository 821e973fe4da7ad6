import { create } from 'zustand';

/** Which of the two grounds a person looks at; for all maps of the window. */
export const useOtherGround = create<{ readonly isOther: boolean }>(() => ({ isOther: false }));

export const switchGround = (): void => useOtherGround.setState(({ isOther }) => ({ isOther: !isOther }));

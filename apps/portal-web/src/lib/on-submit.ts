import type { SubmitEvent } from 'react';

/** Handler of a form whose check may have to wait for something. */
export const onSubmitDo =
  (work: () => Promise<void>) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void work();
  };

import type { SubmitEvent } from 'react';

/** Creates a submit handler for a form with asynchronous checks. */
export const handleSubmit =
  (work: () => Promise<void>) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void work();
  };

import type { FormEvent } from "react";

/** The `onSubmit` of a form that its page sends itself. */
export const submits =
  (send: (fields: FormData, form: HTMLFormElement) => unknown) =>
  (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(new FormData(event.currentTarget), event.currentTarget);
  };

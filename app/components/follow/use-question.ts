import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ApiError, ask } from "#app/components/api/send.ts";
import { messages } from "#domain/core/messages.ts";

export interface Question {
  rockNumber: number;
  /** The visitor's own find. They are not told of it. */
  find?: { uuid: string; find_key: string };
}

const PATIENCE_MS = 20_000;

/** Sends the address of somebody who wants to be told when a rock moves on. */
export function useQuestion({ rockNumber, find }: Question) {
  const { i18n } = useLingui();
  const [state, setState] = useState<"open" | "sending" | "sent">("open");
  const [failure, setFailure] = useState<ApiError>();

  async function send({ value, validity }: HTMLInputElement) {
    setState("sending");
    setFailure(undefined);
    try {
      if (!validity.valid)
        throw new ApiError(400, {
          fields: { email: i18n._(messages.notAnAddress) },
        });
      const { lang } = document.documentElement;
      await ask(
        "POST /api/rocks/:rockNumber/follow",
        { params: { rockNumber }, body: { email: value.trim(), find, lang } },
        { signal: AbortSignal.timeout(PATIENCE_MS) },
      );
      setState("sent");
    } catch (error) {
      setFailure(error as ApiError);
      setState("open");
    }
  }

  return {
    state,
    failure,
    send: (input: HTMLInputElement) => void send(input),
    sendAgain: () => setState("open"),
  };
}

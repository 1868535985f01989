import { useState } from "react";
import { keepStored, readStored } from "#app/components/visitor/stored.ts";
import type { Step } from "./steps.ts";

type Values = Record<string, string>;

const keyOf = (step: Step) => `set-up-${step}`;

function readDraft(step: Step): Values {
  try {
    return JSON.parse(
      readStored("sessionStorage", keyOf(step)) ?? "{}",
    ) as Values;
  } catch {
    return {};
  }
}

/** Keeps what was entered in a step until it is saved, but for passwords: for the way back and forward, and over a reload. */
export function useDraft(step: Step, saved: Values) {
  const [values] = useState(() => ({ ...saved, ...readDraft(step) }));
  return {
    values,
    keep: (form: HTMLFormElement) => {
      const isPassword = (name: string) => {
        const field = form.elements.namedItem(name);
        return field instanceof HTMLInputElement && field.type === "password";
      };
      const texts = [...new FormData(form)].filter(
        ([name, value]) => typeof value === "string" && !isPassword(name),
      );
      const draft = JSON.stringify(Object.fromEntries(texts));
      keepStored("sessionStorage", keyOf(step), draft);
    },
    forget: () => keepStored("sessionStorage", keyOf(step), "{}"),
  };
}

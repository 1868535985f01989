import * as v from "valibot";
import { keepSecret, readSecret } from "#db/secrets.server.ts";
import { write } from "#db/write.server.ts";
import { getSettings, sourceOf } from "#core/settings.server.ts";
import { countCatalogue } from "../rocks/rocks.server.ts";
import { savedSiteTexts } from "../site/site-texts.server.ts";
import { type SetUpStep, SetUpSteps } from "./schemas.ts";

/** The row of `secrets` with the steps that the admin doesn't want to be asked for. */
const PUT_ASIDE = "set-up put aside";

const readPutAside = () =>
  v.parse(SetUpSteps, JSON.parse(readSecret(PUT_ASIDE) ?? "[]"));

/** Whether each step of the set-up is done, wherever it was done: here, in the admin, or in the environment. */
const isDone: Record<SetUpStep, () => boolean> = {
  names: () =>
    savedSiteTexts().memorial_name !== undefined ||
    sourceOf("MEMORIAL_NAME") !== "default",
  story: () => Boolean(savedSiteTexts().story),
  mail: () => getSettings().SMTP_URL !== undefined,
  rock: () => countCatalogue() > 0,
};

/** The steps of the set-up that are neither done nor put aside, in their order. */
export function listStepsLeft(): SetUpStep[] {
  const putAside = readPutAside();
  return SetUpSteps.item.options.filter(
    (step) => !putAside.includes(step) && !isDone[step](),
  );
}

export const putStepAside = (step: SetUpStep) =>
  write((tx) => {
    const steps = new Set(readPutAside()).add(step);
    keepSecret(tx, PUT_ASIDE, JSON.stringify([...steps]));
  });

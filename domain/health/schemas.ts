import * as v from "valibot";

/** The steps of the set-up after the password, as `/setup?step=` names them. */
export const SetUpSteps = v.array(
  v.picklist(
    ["names", "story", "mail", "rock"],
    "The step is names, story, mail or rock.",
  ),
);
export type SetUpStep = v.InferOutput<typeof SetUpSteps>[number];

export const StepPutAside = v.object({ step: SetUpSteps.item });

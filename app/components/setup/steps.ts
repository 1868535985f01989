/** What is set up after the password, one thing a step. Each can be left for later. */
export const STEPS = ["names", "story", "mail", "rock", "next"] as const;
export type Step = (typeof STEPS)[number];

export const isStep = (step: string | null): step is Step =>
  STEPS.some((one) => one === step);

export const addressOf = (step: Step) => `/setup?step=${step}`;

export const stepAfter = (step: Step) => STEPS[STEPS.indexOf(step) + 1] ?? step;

export const stepBefore = (step: Step): Step | undefined =>
  STEPS[STEPS.indexOf(step) - 1];

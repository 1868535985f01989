import type { State } from "./state.ts";

/** What a call is answered, and the site after it. */
export interface Outcome {
  state: State;
  status: number;
  /** What the answer's body must have, among other things. */
  body?: unknown;
}

export type Answered = number | { status: number; body?: unknown };

/**
 * Applies a rule to a copy of a state. The rule changes the copy that it gets, and says how the call is answered.
 * A refused call changes nothing.
 */
export function applyRule(
  state: State,
  rule: (copy: State) => Answered,
): Outcome {
  const copy = structuredClone(state);
  const answered = rule(copy);
  const outcome =
    typeof answered === "number" ? { status: answered } : answered;
  return { ...outcome, state: outcome.status < 400 ? copy : state };
}

import * as v from "valibot";
import { described } from "./schemas.ts";

/** Parts of answers that several subjects share. */

export const key = v.pipe(v.number(), v.integer(), v.minValue(1));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** YYYY-MM-DD */
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** UTC, with seconds or milliseconds. */
export const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/),
);
export const uuid = v.pipe(v.string(), v.uuid());
/** The state of something that can be edited, for If-Match. */
export const version = v.string();

export const Refusal = v.strictObject({
  error: described(v.string(), "One sentence for a person."),
  fields: v.optional(
    described(
      v.record(v.string(), v.string()),
      "What is wrong, by the name of the field.",
    ),
  ),
});

export const Shown = v.strictObject({ show: v.boolean() });
export const Address = v.strictObject({ ip: v.string() });

export const pickAnswer = <Answer extends object>(
  answer: v.GenericSchema<unknown, Answer> & { entries: v.ObjectEntries },
  from: Answer,
) =>
  Object.fromEntries(
    Object.keys(answer.entries).map((name) => [
      name,
      from[name as keyof Answer],
    ]),
  ) as Answer;

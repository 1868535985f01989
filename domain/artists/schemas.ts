import * as v from "valibot";
import { isRealDay, requiredText, text, tomorrow } from "../core/schemas.ts";

/** The artist of rocks whose painter nobody knows. It is there from the start and can't be deleted. */
export const UNKNOWN_ARTIST = "UNKNOWN";

/** `POST /api/users` and `PUT /api/users/{ra_key}`. A blank day of birth means none. */
export const UserFields = v.object({
  display_name: requiredText("Display name", 100),
  relation: v.optional(
    v.pipe(
      v.nullable(text("Relation", 100)),
      v.transform((value) => value ?? ""),
    ),
    "",
  ),
  dob: v.optional(
    v.union([
      v.pipe(
        v.nullable(v.literal("")),
        v.transform(() => null),
      ),
      v.pipe(
        v.string("Enter the date of birth as YYYY-MM-DD."),
        v.check(
          (day) => isRealDay(day) && day >= "1900-01-01" && day <= tomorrow(),
          "Enter a real date of birth, not in the future, as YYYY-MM-DD.",
        ),
      ),
    ]),
    null,
  ),
});
export type UserFields = v.InferOutput<typeof UserFields>;

import * as v from "valibot";
import {
  blankOr,
  changeOf,
  isRealDay,
  orNull,
  requiredText,
  text,
  tomorrow,
} from "#core/schemas.ts";

/** `POST /api/users`. A blank day of birth means none. */
export const NewUser = v.object({
  display_name: requiredText("Display name", 100),
  relation: v.optional(orNull(text("Relation", 100)), ""),
  dob: v.optional(
    blankOr(
      v.pipe(
        v.string("Enter the date of birth as YYYY-MM-DD."),
        v.check(
          (day) => isRealDay(day) && day >= "1900-01-01" && day <= tomorrow(),
          "Enter a real date of birth, not in the future, as YYYY-MM-DD.",
        ),
      ),
    ),
    null,
  ),
});
export type NewUser = v.InferOutput<typeof NewUser>;

export const UserChange = changeOf(NewUser.entries);
export type UserChange = v.InferOutput<typeof UserChange>;

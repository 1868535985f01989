import * as v from "valibot";
import { browserSettings } from "#core/settings/schema.ts";

const known = {
  name: v.picklist(browserSettings),
  default: v.pipe(
    v.nullable(v.string()),
    v.description("What it has by itself; null if it is not set then."),
  ),
  source: v.pipe(
    v.picklist(["default", "site", "environment"]),
    v.description(
      "Where its value comes from. What the environment sets can only be changed there.",
    ),
  ),
};

export const Setting = v.variant("secret", [
  v.strictObject({
    ...known,
    secret: v.literal(false),
    value: v.nullable(v.string()),
  }),
  v.strictObject({ ...known, secret: v.literal(true), is_set: v.boolean() }),
]);
export type Setting = v.InferOutput<typeof Setting>;

import * as v from "valibot";
import { described } from "#core/schemas.ts";
import { browserSettings } from "#core/settings/schema.ts";

const known = {
  name: v.picklist(browserSettings),
  default: described(
    v.nullable(v.string()),
    "What it has by itself; null if it is not set then.",
  ),
  source: described(
    v.picklist(["default", "site", "environment"]),
    "Where its value comes from. What the environment sets can only be changed there.",
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

import * as v from "valibot";

const part = v.picklist(["ok", "down"]);

export const Health = v.strictObject({
  status: v.picklist(["ok", "degraded", "down"]),
  database: part,
  media: v.picklist(["ok", "full", "down"]),
  queue: part,
});
export type Health = v.InferOutput<typeof Health>;

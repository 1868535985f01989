import * as v from "valibot";

/** Parts of queries that several subjects share. */
export const sort = {
  sort: { schema: v.optional(v.string()), description: "A field, or -field." },
};

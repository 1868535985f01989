import * as v from "valibot";

/** What queries of several subjects have. */
export const sort = {
  sort: { schema: v.optional(v.string()), description: "A field, or -field." },
};

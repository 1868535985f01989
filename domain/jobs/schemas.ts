import * as v from "valibot";

/** `POST /api/create-images`. */
export const CreateImages = v.object({
  path: v.optional(v.string("Enter a folder."), "media/rocks"),
  regenerate: v.optional(v.boolean("Enter true or false."), false),
});

import * as v from "valibot";
import { keepsakeForms } from "../store/paths.ts";

/** `POST /api/keepsake`. */
export const NewKeepsake = v.object({
  form: v.picklist(keepsakeForms, "Choose public or private."),
});

/** `POST /api/create-images`. */
export const CreateImages = v.object({
  path: v.optional(v.string("Enter a folder."), "media/rocks"),
  regenerate: v.optional(v.boolean("Enter true or false."), false),
});

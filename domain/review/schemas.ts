import * as v from "valibot";
import { described } from "#core/schemas.ts";
import { Blurs } from "#core/blurs.ts";

const choice = (words: string) =>
  described(v.boolean("Enter true or false."), words);

/** `POST /api/review/{uuid}`: a decision, or the token that takes one back. */
export const ReviewDecision = v.pipe(
  v.object({
    show: v.optional(choice("true shows the find, false keeps it hidden.")),
    close: v.optional(
      choice(
        "With `show: false`: what its finder corrects later is kept, and doesn't bring it back to the review or a mail.",
      ),
      false,
    ),
    pictures: v.optional(
      described(
        v.picklist(["new", "approved"], "Enter new or approved."),
        "With `show: true`, of a find whose originals came after it was shown: `new` shows them, `approved` goes on with the pictures that were approved.",
      ),
      "new",
    ),
    use_suggestion: v.optional(
      choice("Puts it where its finder says that it was."),
      false,
    ),
    undo: v.optional(
      described(
        v.string("Enter what the decision answered."),
        "The `undo` of a decision's answer, sent alone: the find is again exactly as it was before that decision.",
      ),
    ),
  }),
  v.forward(
    v.check(
      ({ show, undo }) => (show === undefined) !== (undo === undefined),
      "Enter true or false.",
    ),
    ["show"],
  ),
  v.forward(
    v.check(
      ({ show, close }) => !close || show === false,
      "Only a find that is kept hidden can be closed.",
    ),
    ["close"],
  ),
);
export type ReviewDecision = v.InferOutput<typeof ReviewDecision>;

export const PictureSize = v.pipe(
  v.optional(v.picklist(["sm", "webp"], "The size is sm or webp."), "webp"),
  v.description("sm fits 320×320, webp 2048×2048."),
);
export type PictureSize = v.InferOutput<typeof PictureSize>;

export const HiddenParts = v.object({
  blurs: described(
    Blurs,
    "What is hidden in the picture: `[x, y, width, height]`, fractions of the upright picture.",
  ),
});

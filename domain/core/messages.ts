import { msg } from "@lingui/core/macro";
import { IMAGES_MAX } from "./limits.ts";

/** Sentences that both the server and the pages say. */
export const messages = {
  notAnImage: msg`Only image files are allowed (.jpg, .png, .heic, etc).`,
  tooManyImages: msg`You can only upload up to ${IMAGES_MAX} images.`,
  tooManyDescriptions: msg`There are more descriptions than pictures.`,
  incompleteRock: "All fields are required except comment.",
  albumName:
    "Name can only contain lowercase letters and numbers, no spaces or special characters.",
  coordinates: "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
  imageTooLarge: (mb: number) => msg`An image can have ${mb} MB at most.`,
} as const;

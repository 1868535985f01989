import { msg } from "@lingui/core/macro";
import { IMAGES_MAX, ROCK_NUMBER_MAX } from "./limits.ts";

/** Sentences that both the server and the pages say. */
export const messages = {
  notAnImage: msg`Only image files are allowed (.jpg, .png, .heic, etc).`,
  unreadable: msg`This picture can’t be opened: it is damaged, or it isn’t a picture at all. Please choose another one.`,
  emptyFile: (name: string) =>
    msg`${name} is empty, so there is nothing to send. Please choose another one.`,
  rawPhotograph: msg`This is a raw photograph, which browsers can't show. Please send it as JPEG or HEIC.`,
  tooManyImages: msg`You can only upload up to ${IMAGES_MAX} images.`,
  tooManyDescriptions: msg`There are more descriptions than pictures.`,
  tooManyBlurs: msg`There are more lists of hidden parts than pictures.`,
  notAnAddress: msg`That does not look like an e-mail address.`,
  notARockNumber: msg`A rock number is a whole number from 0 to ${{ max: String(ROCK_NUMBER_MAX) }}.`,
  noSuchDay: msg`That day does not exist. Enter the date as YYYY-MM-DD.`,
  dayTooEarly: msg`The date can't be before the year 2000.`,
  incompleteRock: "All fields are required except comment.",
  albumName:
    "Name can only contain lowercase letters and numbers, no spaces or special characters.",
  coordinates: "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
  imageTooLarge: (mb: number) => msg`An image can have ${mb} MB at most.`,
} as const;

import { pad2 } from "./words.ts";

/** The day of a moment in the process's time zone, YYYY-MM-DD. */
export const localDay = (time = new Date()) =>
  `${time.getFullYear()}-${pad2(time.getMonth() + 1)}-${pad2(time.getDate())}`;

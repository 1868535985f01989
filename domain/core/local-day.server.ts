const two = (number: number) => String(number).padStart(2, "0");

/** The day of a moment in the process's time zone, YYYY-MM-DD. */
export const localDay = (time = new Date()) =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;

import readExif from "exif-reader";

/** The time of the photo according to the camera: YYYY-MM-DDTHH:MM:SS in its local time. Null if it doesn't say. */
export function findTaken(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    const taken: unknown = readExif(exif).Photo?.DateTimeOriginal;
    if (!(taken instanceof Date)) return null;
    // exif-reader reads the camera's local time as UTC, a date of zeros as one in 1899, and the last second of 9999
    // as the year 10000.
    const year = taken.getUTCFullYear();
    return year >= 1900 && year <= 9999
      ? taken.toISOString().slice(0, 19)
      : null;
  } catch {
    // The photo may be good although its EXIF can't be read.
    return null;
  }
}

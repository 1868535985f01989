import readExif from "exif-reader";

/** When the photo was taken according to the camera: YYYY-MM-DDTHH:MM:SS in its local time. Null if it doesn't say. */
export function findTaken(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    // exif-reader reads the camera's local time as UTC, and a date of zeros as one in 1899.
    const taken: unknown = readExif(exif).Photo?.DateTimeOriginal;
    return taken instanceof Date && taken.getUTCFullYear() >= 1900
      ? taken.toISOString().slice(0, 19)
      : null;
  } catch {
    // The photo may be good although its EXIF can't be read.
    return null;
  }
}

import readExif from "exif-reader";

/** When a camera says that it took the photo: YYYY-MM-DDTHH:MM:SS, local to it; null if it doesn't say. */
export function findTaken(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    // The reader takes the camera's local time for UTC, and a date of zeros for one in 1899.
    const taken: unknown = readExif(exif).Photo?.DateTimeOriginal;
    return taken instanceof Date && taken.getUTCFullYear() >= 1900
      ? taken.toISOString().slice(0, 19)
      : null;
  } catch {
    // A photo whose EXIF can't be read is still a good photo.
    return null;
  }
}

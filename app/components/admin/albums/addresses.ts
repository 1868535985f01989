import {
  photoPicture,
  photoThumbnail,
} from "#app/components/albums/addresses.ts";

/** The addresses of a photo in two sizes. `name` is null while the photo is not ready. */
export const photoAddresses = (album: string, name: string | null) => ({
  small: name && photoThumbnail(album, name),
  large: photoPicture(album, name ?? ""),
});

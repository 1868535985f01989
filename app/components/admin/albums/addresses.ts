import {
  photoPicture,
  photoThumbnail,
} from "#app/components/albums/addresses.ts";

/** Where a photo of an album stands; `name` is null while it is not ready. */
export const albumPicture = (album: string, name: string | null) => ({
  small: name && photoThumbnail(album, name),
  large: photoPicture(album, name ?? ""),
});

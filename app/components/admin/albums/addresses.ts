import {
  photoAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";

/** The addresses of a photo in two sizes. `name` is null while the photo is not ready. */
export const photoAddresses = (album: string, name: string | null) => ({
  small: name && photoThumbnailAddress(album, name),
  large: photoAddress(album, name ?? ""),
});

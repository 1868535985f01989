import {
  photoAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";

/** Where a photo of an album stands; `name` is null while it is not ready. */
export const albumPicture = (album: string, name: string | null) => ({
  small: name && photoThumbnailAddress(album, name),
  large: photoAddress(album, name ?? ""),
});

import { admin, api, created } from "#app/http/api.server.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { requireAlbumNamed } from "#domain/albums/admin-albums.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import { addPhotos } from "#domain/albums/photo-uploads.server.ts";
import { PHOTOS_MAX } from "#domain/albums/schemas.ts";
import { getSettings } from "#domain/core/settings.server.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const name = params.albumName!;
    return withIncoming(async (id) => {
      const { files } = await receiveUpload(request, id, {
        fileField: "files",
        filesMax: PHOTOS_MAX,
        fileBytesMax: getSettings().UPLOAD_MAX_MB * 1_048_576,
        tooMany: `You can add up to ${PHOTOS_MAX} images at once.`,
        beforeFiles: () => void requireAlbumNamed(name),
      });
      return created(await addPhotos(name, files));
    });
  }),
});

export const action = loader;

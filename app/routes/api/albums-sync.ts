import { accepted, admin, api } from "#app/http/api.server.ts";
import { startAlbumSync } from "#domain/jobs/start-jobs.server.ts";

export const loader = api({
  POST: admin(() => accepted(startAlbumSync(), "The albums are being synced.")),
});

export const action = loader;

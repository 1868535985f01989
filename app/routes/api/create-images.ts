import { accepted, admin, api, readJson } from "#app/http/api.server.ts";
import { startCreateImages } from "#domain/jobs/start-jobs.server.ts";
import { CreateImages } from "#domain/jobs/schemas.ts";

export const loader = api({
  POST: admin(async ({ request }) => {
    const { path, regenerate } = await readJson(request, CreateImages);
    return accepted(
      await startCreateImages(path, regenerate),
      "The images are being made.",
    );
  }),
});

export const action = loader;

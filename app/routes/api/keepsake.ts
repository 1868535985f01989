import { admin, api, readJson } from "#app/http/api.server.ts";
import { requireConfirmed } from "#app/http/admin-session.server.ts";
import { startKeepsake } from "#domain/jobs/start-jobs.server.ts";
import { NewKeepsake } from "#domain/jobs/schemas.ts";

export const loader = api({
  POST: admin(async ({ request }) => {
    const { form } = await readJson(request, NewKeepsake);
    if (form === "private") await requireConfirmed(request);
    return Response.json(
      { message: "The keepsake is being made.", job_id: startKeepsake(form) },
      { status: 202 },
    );
  }),
});

export const action = loader;

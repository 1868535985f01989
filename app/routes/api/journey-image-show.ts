import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { showImage } from "#domain/finds/admin-finds.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const { show } = await readJson(request, ShowChange);
    return { show: showImage(requireKey(params.rpiKey), show) };
  }),
});

export const action = loader;

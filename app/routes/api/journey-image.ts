import { admin, api, noContent, requireKey } from "#app/http/api.server.ts";
import { deleteJourneyImage } from "#domain/finds/admin-finds.server.ts";

export const loader = api({
  DELETE: admin(async ({ params }) => {
    await deleteJourneyImage(requireKey(params.rpiKey));
    return noContent();
  }),
});

export const action = loader;

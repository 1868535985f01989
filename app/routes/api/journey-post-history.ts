import { admin, api, requireKey } from "#app/http/api.server.ts";
import { requireFind } from "#domain/finds/admin/read-finds.server.ts";
import { listHistory } from "#domain/history/history.server.ts";

export const loader = api({
  GET: admin(({ params }) => {
    const { rps_key } = requireFind(requireKey(params.rpsKey));
    return listHistory(rps_key);
  }),
});

export const action = loader;

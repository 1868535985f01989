import { operations } from "#app/api/calls.ts";
import { sessionCookieName } from "#app/http/admin-session.server.ts";
import { api } from "#app/http/api.server.ts";
import { describeApi } from "#app/http/openapi/document.server.ts";

export const loader = api({
  GET: ({ request }) => describeApi(sessionCookieName(request), operations),
});

export const action = loader;

import { api } from "#app/http/api.server.ts";
import { answerTus } from "#app/http/uploads/tus.server.ts";

export const loader = api({
  HEAD: ({ request, params }) => answerTus(request, params.id),
  OPTIONS: ({ request, params }) => answerTus(request, params.id),
  PATCH: ({ request, params }) => answerTus(request, params.id),
  DELETE: ({ request, params }) => answerTus(request, params.id),
});

export const action = loader;

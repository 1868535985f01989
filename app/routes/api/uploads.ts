import { api } from "#app/http/api.server.ts";
import { answerTus } from "#app/http/uploads/tus.server.ts";

export const loader = api({
  OPTIONS: ({ request }) => answerTus(request),
  POST: ({ request }) => answerTus(request),
});

export const action = loader;

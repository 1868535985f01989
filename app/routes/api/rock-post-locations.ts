import { api } from "#app/http/api.server.ts";
import { listPins } from "#domain/journeys.server.ts";

export const loader = api({ GET: () => listPins() });

export const action = loader;

import { api } from "#app/http/api.server.ts";
import { listPins } from "#domain/journeys.server.ts";

export const { loader, action } = api({ GET: () => listPins() });

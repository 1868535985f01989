import { api } from "#app/http/api.server.ts";
import { getTotals } from "#domain/finds/journeys.server.ts";

export const loader = api({ GET: () => getTotals() });

export const action = loader;

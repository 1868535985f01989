import { api } from "#app/http/api.server.ts";
import { listCatalogue } from "#domain/rocks/rocks.server.ts";

export const loader = api({ GET: () => listCatalogue() });

export const action = loader;

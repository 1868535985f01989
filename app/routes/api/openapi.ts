import { api } from "#app/http/api.server.ts";
import { describeApi } from "#app/http/openapi/document.server.ts";

export const loader = api({ GET: () => describeApi() });

export const action = loader;

import { admin, api } from "#app/http/api.server.ts";
import { listSitePictures } from "#domain/site/site-pictures.server.ts";

export const loader = api({ GET: admin(() => listSitePictures()) });

export const action = loader;

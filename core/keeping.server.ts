import { remember } from "./remember.server.ts";

/** The day on which this process makes a keepsake, YYYY-MM-DD. Then pages leave out what only a site can do. */
export const keeping = remember("keeping", (): { day?: string } => ({}));

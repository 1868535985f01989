import { remember } from "./remember.server.ts";

/**
 * Set in a process that makes a keepsake: the day on which it does, YYYY-MM-DD. Then pages leave out what only a site
 * can do, and have in full what it would load later.
 */
export const keeping = remember("keeping", (): { day?: string } => ({}));

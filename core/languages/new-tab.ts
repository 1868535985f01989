import { msg } from "@lingui/core/macro";

/** Follows the text of a link, for those who don't see that it opens a new tab. */
export const opensInNewTab = msg`(opens in a new tab)`;

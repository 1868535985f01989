import { Trans } from "@lingui/react";
import { opensInNewTab } from "#domain/core/languages/new-tab.ts";

/** Says at the end of a link that it opens in a new tab. */
export const NewTab = () => (
  <span className="sr">
    {" "}
    <Trans {...opensInNewTab} />
  </span>
);

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { FollowStates } from "#app/components/follow/follow-states.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { neverTold } from "#app/http/page.server.ts";

export const headers = neverTold;

export const meta = pageMeta((_site, i18n) => ({
  title: t(i18n)`Follow a rock`,
  description: t(i18n)`Confirm or stop our mails about a rock.`,
  unlisted: true,
}));

/** The target of the links in mails about a rock. Only the browser knows the key, which is the address's fragment. */
export default function FollowByKey() {
  const { hash } = useLocation();
  const [key, setKey] = useState<string>();
  useEffect(() => setKey(hash.slice(1)), [hash]);

  return (
    <div className="prose">
      <FollowStates mailKey={key} />
      <noscript>
        <p>
          <Trans>
            This page needs JavaScript, because only your browser knows the key
            that opens it. To stop our mails without it, answer one of them.
          </Trans>
        </p>
        <p>
          <Trans>
            Most mail programs stop them too: look for “Unsubscribe” beside the
            sender. To say yes, open the link in another browser.
          </Trans>
        </p>
      </noscript>
    </div>
  );
}

import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { Link, useLocation } from "@remix-run/react";
import {
  SHARE_PAGE,
  YOUR_FINDS,
} from "#app/components/visitor/form-at-hand.ts";
import {
  useQueue,
  type QueueEntry,
} from "#app/components/share/queue/send-queue.ts";
import { describeOriginals, describeSending } from "./words.ts";
import "./sending-line.css";

/** Says on every other page that a find is on its way. That page itself lists the finds. */
export function SendingLine() {
  const { i18n } = useLingui();
  const entries = useQueue();
  const { pathname } = useLocation();
  const line = pathname === SHARE_PAGE ? "" : describeQueue(i18n, entries);
  return (
    <p className="sending-line" role="status">
      {line && (
        <Link className="raised row" to={`${SHARE_PAGE}#${YOUR_FINDS}`}>
          {line}
        </Link>
      )}
    </p>
  );
}

function describeQueue(i18n: I18n, entries: QueueEntry[]) {
  const sending = entries.find(({ state }) => state === "sending");
  if (sending) return describeSending(i18n, sending);
  if (entries.some(({ state }) => state === "refused"))
    return t(i18n)`Your find was not accepted. Have a look at it.`;
  if (entries.some(({ state }) => state === "waiting"))
    return t(i18n)`Your find waits for a connection.`;
  return entries.map((entry) => describeOriginals(i18n, entry)).find(Boolean);
}

import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { send } from "../api/send.ts";
import { newUuid } from "./new-uuid.ts";
import { readQrRock } from "./qr-rock.ts";
import { keepForSession, readFromSession } from "./stored.ts";
import { gatherTrackerData, getTrackerData } from "./tracker-data.ts";

/**
 * Counts the visit, once a session. Tries again after a failure when the visitor goes to another page or is
 * online again.
 * @param counts whether this page's visits are counted at all
 */
export function useRockCount(counts: boolean) {
  const { key } = useLocation();

  useEffect(() => {
    if (!counts) return;
    keepSessionId();
    void gatherTrackerData().then(sendRockCount);
  }, [key, counts]);

  useEffect(() => {
    if (!counts) return;
    window.addEventListener("online", sendRockCount);
    return () => window.removeEventListener("online", sendRockCount);
  }, [counts]);
}

function keepSessionId() {
  if (!readFromSession("session_id")) keepForSession("session_id", newUuid());
}

let isSending = false;

async function sendRockCount() {
  const data = getTrackerData();
  const session_id = readFromSession("session_id");
  if (!data || !session_id || isSending) return;
  if (readFromSession("rock_count_sent") === "true") return;
  isSending = true;
  try {
    const body = {
      rock_qr_number: readQrRock(),
      ...data,
      page_url: withoutFragment(window.location.href),
      session_id,
    };
    const answer = await send(
      "POST /api/rock-count",
      { body },
      { keepalive: true },
    );
    if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
    keepForSession("rock_count_sent", "true");
  } catch (error) {
    console.error("Error sending rock tracking data", error);
  } finally {
    isSending = false;
  }
}

/** A fragment may be a secret key, so it stays out. */
const withoutFragment = (address: string) => address.replace(/#.*$/s, "");

import { send } from "../api/send.ts";
import { newUuid } from "./new-uuid.ts";
import { readQrRock } from "./qr-rock.ts";
import { keepForSession, readFromSession } from "./stored.ts";
import { gatherTrackerData, getTrackerData } from "./tracker-data.ts";

/** Counts the visit, unless it is counted or being counted. */
export async function countVisit() {
  keepSessionId();
  await gatherTrackerData();
  await sendRockCount();
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

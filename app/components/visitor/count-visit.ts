import { ask } from "../api/send.ts";
import { newUuid } from "./new-uuid.ts";
import { readQrRock } from "./qr-rock.ts";
import { keepStored, readStored } from "./stored.ts";
import { gatherTrackerData } from "./tracker-data.ts";

let isSending = false;

/** Counts the visit, unless it is counted or being counted. */
export async function countVisit() {
  if (!readStored("sessionStorage", "session_id"))
    keepStored("sessionStorage", "session_id", newUuid());
  const data = await gatherTrackerData();
  const session_id = readStored("sessionStorage", "session_id");
  if (!session_id || isSending) return;
  if (readStored("sessionStorage", "rock_count_sent") === "true") return;
  isSending = true;
  try {
    const body = {
      rock_qr_number: readQrRock(),
      ...data,
      // A fragment may be a secret key, so it stays out.
      page_url: window.location.href.replace(/#.*$/s, ""),
      session_id,
    };
    await ask("POST /api/rock-count", { body }, { keepalive: true });
    keepStored("sessionStorage", "rock_count_sent", "true");
  } catch (error) {
    console.error("Error sending rock tracking data", error);
  } finally {
    isSending = false;
  }
}

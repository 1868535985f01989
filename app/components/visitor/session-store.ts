/** Stores values for the browser's session. */
type Key = "rock_num_qr" | "session_id" | "rock_count_sent";

export function keepForSession(key: Key, value: string) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Some visitors have turned storage off.
  }
}

export function readFromSession(key: Key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

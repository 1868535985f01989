import { read } from "../api/send.ts";

/** Data that the page sends about the visit. /privacy says what the server stores of it. */
type TrackerData = Awaited<ReturnType<typeof gather>>;

let gathered: TrackerData | undefined;
let gathering: Promise<TrackerData> | undefined;

export const gatherTrackerData = () =>
  (gathering ??= gather().then((data) => (gathered = data)));

/** Undefined until the data is collected. */
export const getTrackerData = () => gathered;

async function gather() {
  const [ip_address, place] = await Promise.all([
    read("GET /api/ip", {}).then(
      ({ ip }) => ip,
      () => "Unknown",
    ),
    locate(),
  ]);
  return {
    timestamp: new Date().toISOString(),
    user_agent: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
    screen_width: screen.width,
    screen_height: screen.height,
    color_depth: screen.colorDepth,
    window_width: window.innerWidth,
    window_height: window.innerHeight,
    referrer: document.referrer || "Direct",
    cookies_enabled: navigator.cookieEnabled,
    online: navigator.onLine,
    timezone: readTimeZone(),
    ip_address,
    ...place,
  };
}

/** Prefers `Temporal`, because the first use of `Intl` blocks an old phone for 0.1 s. */
const readTimeZone = () =>
  (
    globalThis as { Temporal?: { Now: { timeZoneId(): string } } }
  ).Temporal?.Now.timeZoneId() ??
  Intl.DateTimeFormat().resolvedOptions().timeZone;

const LOCATE_MS = 5_000;

/** Only if the visitor has allowed it before. It never asks. */
async function locate() {
  try {
    const { state } = await navigator.permissions.query({
      name: "geolocation",
    });
    if (state !== "granted") return {};
    const { coords } = await new Promise<GeolocationPosition>((found, fail) =>
      navigator.geolocation.getCurrentPosition(found, fail, {
        timeout: LOCATE_MS,
      }),
    );
    const { latitude, longitude, accuracy } = coords;
    return { latitude, longitude, accuracy };
  } catch {
    return {};
  }
}

import { generateSync } from "otplib";
import type { Site } from "../processes/site.ts";

/** The code that the app shows now, or this many steps of 30 seconds later. */
export const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Makes the codes of this moment count again, because a test can't wait for the next one. */
export const forgetUsedCodes = (site: Site) =>
  site.alter("UPDATE second_factor SET last_step = 0");

export type SecondFactor = Awaited<ReturnType<typeof switchOnSecondFactor>>;

/** Switches the second factor on through the API. */
export async function switchOnSecondFactor(site: Site, cookie: string) {
  const call = async (method: string, body?: object) => {
    const request = `${method} /api/account/second-factor`;
    const answer = await site.send(request, body, { cookie });
    if (!answer.ok) throw new Error(`${request} answered ${answer.status}`);
    return (await answer.json()) as {
      secret: string;
      recovery_codes: string[];
    };
  };
  const { secret } = await call("POST");
  const { recovery_codes } = await call("PUT", { code: codeOf(secret) });
  forgetUsedCodes(site);
  return { secret, recoveryCodes: recovery_codes };
}

/** Makes all sessions as old as if the password had been entered 11 minutes ago. */
export const ageConfirmations = (site: Site) =>
  site.alter("UPDATE admin_sessions SET confirmed_at = confirmed_at - 660000");

/** Sends the sign-in's form, from an address behind the proxy. */
export async function postLogin(
  site: Site,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await site.fetch("/login", {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });
  const cookies = answer.headers.getSetCookie();
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get("location"),
    retryAfter: answer.headers.get("retry-after"),
    cookies,
    /** What the browser sends from then on. */
    cookie: cookies
      .map((cookie) => cookie.split(";")[0]!)
      .filter((cookie) => !cookie.endsWith("="))
      .join("; "),
  };
}

export const countSessions = (site: Site) =>
  site.query("SELECT * FROM admin_sessions").length;

/** What happened, the newest first. */
export const listEvents = (site: Site) =>
  site.query<{ what: string; times: number; address_prefix: string }>(
    "SELECT what, times, address_prefix FROM security_events ORDER BY at DESC, event_key DESC",
  );

export const whatHappened = (site: Site) =>
  listEvents(site).map(({ what }) => what);

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  EventList,
  PasswordBox,
  SecondFactorBox,
  SessionList,
} from "#app/components/admin/security.tsx";
import {
  readSessionId,
  requireAdminPage,
} from "#app/http/admin-session.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { secondFactorState } from "#domain/account/second-factor.server.ts";
import { listEvents } from "#domain/account/security-events.server.ts";
import { listSessions } from "#domain/account/sessions.server.ts";

const EVENTS = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return {
    isPasswordFixed: getSettings().ADMIN_PASSWORD !== undefined,
    secondFactor: secondFactorState(),
    sessions: listSessions((await readSessionId(request))!),
    events: listEvents({ limit: EVENTS }),
    // UTC, so that server and browser say the same.
    now: new Date().toISOString(),
  };
}

export default function Security() {
  const { isPasswordFixed, secondFactor, sessions, events, now } =
    useLoaderData<typeof loader>();
  return (
    <>
      <header className="admin-head">
        <h1>Security</h1>
        <p>Who can get in, who is in, and what happened. Times are UTC.</p>
      </header>
      <div className="security columns">
        <PasswordBox isFixed={isPasswordFixed} />
        <SecondFactorBox state={secondFactor} now={now} />
        <SessionList sessions={sessions} now={now} />
        <EventList first={events} now={now} />
      </div>
    </>
  );
}

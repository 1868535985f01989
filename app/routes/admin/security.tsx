import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SecurityScreen } from "#app/components/admin/security/security-screen.tsx";
import {
  readSessionId,
  requireAdminPage,
} from "#app/http/admin-session.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { secondFactorState } from "#domain/account/second-factor.server.ts";
import { listEvents } from "#domain/account/security-events.server.ts";
import { listSessions } from "#domain/account/sessions.server.ts";

export const meta: MetaFunction = () => [{ title: "Security · Admin" }];

/** Events that are shown at first. */
const EVENTS = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return {
    isPasswordFixed: getSettings().ADMIN_PASSWORD !== undefined,
    secondFactor: secondFactorState(),
    sessions: listSessions((await readSessionId(request))!),
    events: listEvents({ limit: EVENTS }),
    now: new Date().toISOString(),
  };
}

export default function Security() {
  return <SecurityScreen {...useLoaderData<typeof loader>()} />;
}

import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import {
  emptySessionCookie,
  readSessionId,
  senderOf,
} from "#app/http/admin-session.server.ts";
import { noteEvent } from "#app/http/request/log.server.ts";
import { endSession } from "#domain/account/sessions.server.ts";
import { untilWritable } from "#domain/health/health.server.ts";

export async function action({ request }: ActionFunctionArgs) {
  const id = await readSessionId(request);
  await untilWritable();
  if (id !== undefined && endSession(id, senderOf(request)))
    noteEvent(request, { event: "sign-out" });
  return redirect("/login", {
    headers: { "Set-Cookie": await emptySessionCookie(request) },
  });
}

export const loader = () => redirect("/login");

import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from "@remix-run/react";
import { useEffect, type FormEvent } from "react";
import { useEndOfSession } from "#app/components/admin/frame/admin-tabs.ts";
import {
  isAdmin,
  sessionCookie,
  readSessionId,
} from "#app/http/admin-session.server.ts";
import { prefersHtml } from "#app/http/request/prefers-html.server.ts";
import { errorResponse } from "#app/http/api.server.ts";
import { readForm } from "#app/http/request/body.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";
import { noteEvent } from "#app/http/request/security-events.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { untilWritable } from "#domain/operations/until-writable.server.ts";
import { signIn } from "#domain/site/admin-sessions.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import "./login.css";

export const meta: MetaFunction = (args) =>
  pageMeta(args, () => ({
    title: "Admin Login",
    description: "For the family only.",
    unlisted: true,
  }));

const WRONG = "Invalid credentials";

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const wait = actionHeaders.get("Retry-After");
  return {
    "Cache-Control": "no-store",
    ...(wait ? { "Retry-After": wait } : {}),
  };
};

export const loader = async ({ request }: LoaderFunctionArgs) => ({
  isSignedIn: await isAdmin(request),
  survivesReload: getSettings().ADMIN_SESSION_SURVIVES_RELOAD,
});

export async function action({ request }: ActionFunctionArgs) {
  try {
    const form = await readForm(request);
    const username = form.get("username");
    const password = form.get("password");
    if (
      typeof username !== "string" ||
      typeof password !== "string" ||
      !username ||
      !password
    )
      throw new DomainError(
        "bad_input",
        "Username and password are both needed.",
      );
    await untilWritable();
    const id = await signIn(
      { username, password },
      {
        address: clientAddress(request),
        asDocument: prefersHtml(request),
        session: await readSessionId(request),
      },
    );
    if (id === undefined) {
      noteEvent(request, { event: "sign-in failed" });
      return Response.json({ error: WRONG }, { status: 401 });
    }
    noteEvent(request, { event: "sign-in" });
    return redirect("/admin", {
      headers: { "Set-Cookie": await sessionCookie(request, id) },
    });
  } catch (error) {
    return errorResponse(error, request);
  }
}

export default function Login() {
  const { isSignedIn, survivesReload } = useLoaderData<typeof loader>();
  const refusal = useActionData<{ error: string }>();
  const sending = useNavigation().state !== "idle";
  const { isOtherTabOpen, settle } = useEndOfSession(!survivesReload);
  const isElsewhere = isSignedIn && isOtherTabOpen;
  const submit = useSubmit();

  useEffect(() => {
    if (refusal?.error === WRONG) window.alert(WRONG);
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    await settle();
    submit(form);
  }

  return (
    <section className="login">
      <h1>Admin Login</h1>
      {isElsewhere && (
        <div className="login-elsewhere" role="status">
          <p>You are signed in in another tab.</p>
          <Link className="btn" to="/admin">
            Continue here
          </Link>
        </div>
      )}
      <Form method="post" onSubmit={(event) => void send(event)}>
        <label>
          Username
          <input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
          />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </label>
        {refusal && <p role="alert">{refusal.error}</p>}
        <button
          className={isElsewhere ? "btn btn--quiet" : "btn"}
          disabled={sending}
        >
          {sending ? "Signing in…" : "Login"}
        </button>
      </Form>
    </section>
  );
}

import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import {
  isDocumentRequest,
  sessionCookie,
} from "#app/http/admin-session.server.ts";
import { errorResponse } from "#app/http/api.server.ts";
import { readForm } from "#app/http/request-body.server.ts";
import { clientAddress } from "#app/http/request-headers.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { signIn } from "#domain/admin-sessions.server.ts";
import { DomainError } from "#domain/errors.ts";
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
    const id = await signIn(
      { username, password },
      {
        address: clientAddress(request),
        asDocument: isDocumentRequest(request),
      },
    );
    if (id === undefined)
      return Response.json({ error: WRONG }, { status: 401 });
    return redirect("/admin", {
      headers: { "Set-Cookie": await sessionCookie(request, id) },
    });
  } catch (error) {
    if (error instanceof DomainError) return errorResponse(error);
    throw error;
  }
}

export default function Login() {
  const refusal = useActionData<{ error: string }>();
  const sending = useNavigation().state !== "idle";

  useEffect(() => {
    if (refusal?.error === WRONG) window.alert(WRONG);
  }, [refusal]);

  return (
    <section className="login">
      <h1>Admin Login</h1>
      <Form method="post">
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
        <button className="btn" disabled={sending}>
          {sending ? "Signing in…" : "Login"}
        </button>
      </Form>
    </section>
  );
}

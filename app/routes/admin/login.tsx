import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { Failure, Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useEndOfSession } from "#app/components/admin/frame/admin-tabs.ts";
import {
  emptyPendingCookie,
  isAdmin,
  pendingCookie,
  readPendingId,
  readSessionId,
  senderOf,
  sessionCookie,
} from "#app/http/admin-session.server.ts";
import { prefersHtml } from "#app/http/request/headers.ts";
import { errorResponse } from "#app/http/api.server.ts";
import { neverStored } from "#app/http/page.server.ts";
import { readForm } from "#app/http/request/body.server.ts";
import { noteEvent } from "#app/http/request/log.server.ts";
import { pageMeta } from "#app/components/site/page-meta.ts";
import {
  endPending,
  finishSignIn,
  isPending,
  signIn,
} from "#domain/account/sign-in.server.ts";
import { untilWritable } from "#domain/health/health.server.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import "./login.css";

export const meta = pageMeta(() => ({
  title: "Admin Login",
  description: "For the family only.",
  unlisted: true,
}));

const WRONG = "Invalid credentials";
const WRONG_CODE =
  "That code is not right. Each code works once, so wait for the next one if it was used just now.";
const CODE_MISSING = "Now enter the code from your app.";
const EXPIRED = "That took too long. Please enter your password again.";

export const headers = neverStored;

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const pending = await readPendingId(request);
  return {
    isSignedIn: await isAdmin(request),
    survivesReload: getSettings().ADMIN_SESSION_SURVIVES_RELOAD,
    isCodeMissing: pending !== undefined && isPending(pending),
  };
};

/** Enough for the longest password, each of its characters escaped. */
const FORM_BYTES_MAX = 4096;

export async function action({ request }: ActionFunctionArgs) {
  try {
    const form = await readForm(request, FORM_BYTES_MAX);
    // A form without files holds only text.
    const read = (name: string) => (form.get(name) as string | null) ?? "";
    const pending = await readPendingId(request);
    if (form.has("again")) return await beginAgain(request, pending);
    const from = {
      ...senderOf(request),
      asDocument: prefersHtml(request),
      session: await readSessionId(request),
    };
    const username = read("username");
    const password = read("password");
    const code = read("code") || undefined;
    const isSecondStep =
      code !== undefined && !form.has("username") && !form.has("password");
    if (!isSecondStep && (!username || !password))
      throw new DomainError(
        "bad_input",
        "Username and password are both needed.",
      );
    await untilWritable();
    const result = !isSecondStep
      ? await signIn({ username, password, code }, from)
      : pending === undefined
        ? "expired"
        : await finishSignIn(pending, code, from);
    if (result === undefined || result === "expired") {
      noteEvent(request, { event: "sign-in failed" });
      if (result === "expired")
        return refuse(EXPIRED, "password", await emptyPendingCookie(request));
      return isSecondStep
        ? refuse(WRONG_CODE, "code")
        : refuse(WRONG, "password");
    }
    if ("pending" in result) {
      noteEvent(request, { event: "code asked for" });
      const cookie = await pendingCookie(request, result.pending);
      return refuse(CODE_MISSING, "code", cookie);
    }
    noteEvent(request, { event: "sign-in" });
    const headers = new Headers({
      "Set-Cookie": await sessionCookie(request, result.session),
    });
    if (pending !== undefined)
      headers.append("Set-Cookie", await emptyPendingCookie(request));
    return redirect("/admin", { headers });
  } catch (error) {
    return errorResponse(error, request);
  }
}

/** @param step what the page asks for next */
const refuse = (error: string, step: "password" | "code", cookie?: string) =>
  Response.json(
    { error, step },
    { status: 401, headers: cookie ? { "Set-Cookie": cookie } : {} },
  );

async function beginAgain(request: Request, pending: string | undefined) {
  if (pending !== undefined) endPending(pending);
  return redirect("/login", {
    headers: { "Set-Cookie": await emptyPendingCookie(request) },
  });
}

export default function Login() {
  const { isSignedIn, survivesReload, isCodeMissing } =
    useLoaderData<typeof loader>();
  const refusal = useActionData<{ error: string; step?: string }>();
  const sending = useNavigation().state !== "idle";
  const { isOtherTabOpen, settle } = useEndOfSession(!survivesReload);
  const isElsewhere = isSignedIn && isOtherTabOpen;
  const submit = useSubmit();
  const asksForCode = refusal?.step ? refusal.step === "code" : isCodeMissing;
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusal?.error === WRONG) window.alert(WRONG);
    if (refusal?.step === "code")
      form.current?.querySelector("input")?.select();
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    await settle();
    submit(form);
  }

  return (
    <section className="login stack">
      <h1>Admin Login</h1>
      {isElsewhere && (
        <div className="wash stack" role="status">
          <p>You are signed in in another tab.</p>
          <Link className="btn" to="/admin">
            Continue here
          </Link>
        </div>
      )}
      <Form
        key={asksForCode ? "code" : "password"}
        ref={form}
        className="stack"
        method="post"
        onSubmit={(event) => void send(event)}
      >
        {asksForCode ? (
          <Field
            label="Code"
            name="code"
            hint="The six digits that your app shows now. Without the phone, enter one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
          />
        ) : (
          <>
            <Field
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              required
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          </>
        )}
        <Failure>{refusal?.error !== CODE_MISSING && refusal?.error}</Failure>
        <button
          className={isElsewhere ? "btn btn--quiet" : "btn"}
          disabled={sending}
        >
          {sending ? "Signing in…" : asksForCode ? "Continue" : "Login"}
        </button>
      </Form>
      {asksForCode && (
        <Form method="post">
          <Button
            type="submit"
            look="text"
            name="again"
            value="yes"
            disabled={sending}
          >
            Begin again
          </Button>
        </Form>
      )}
    </section>
  );
}

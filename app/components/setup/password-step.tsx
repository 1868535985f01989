import { Link, useNavigate } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { NewPasswordField } from "#app/components/admin/security/new-password-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Failure } from "#app/components/fields/failure.tsx";
import { Field, FormContext } from "#app/components/fields/field.tsx";
import { send } from "#app/components/api/send.ts";
import { StepFrame } from "./step-frame.tsx";
import { addressOf } from "./steps.ts";

interface Refusal {
  status?: number;
  error: string;
  fields?: Record<string, string>;
}

/** Sets the first password, which signs in and uses up the link. */
export function PasswordStep({ setUpKey }: { setUpKey: string }) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const navigate = useNavigate();
  const { fields = {} } = refusal ?? {};
  const asksForCode = "code" in fields;
  const wrong = asksForCode ? undefined : fields.password;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: string) => String(given.get(name) ?? "");
    setBusy(true);
    setRefusal(undefined);
    const refused = await claim(setUpKey, {
      password: read("password"),
      code: read("code"),
    });
    // Replaces the link, which opens nothing any more. A second press while the next step loads would be refused.
    if (!refused) return navigate(addressOf("names"), { replace: true });
    setBusy(false);
    setRefusal(refused);
  }

  return (
    <StepFrame title="Choose your password">
      <p>
        It opens everything that only you may see and do here. Everything else
        can wait.
      </p>
      <form
        className="admin-form admin-form--narrow"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormContext.Provider
          value={{
            values: {},
            wrong: (name) => (name === "password" ? wrong : fields[name]),
          }}
        >
          <NewPasswordField label="Password" />
          {asksForCode && (
            <Field
              full
              label="Code from your app, or a recovery code"
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
            />
          )}
        </FormContext.Provider>
        {refusal && !asksForCode && wrong === undefined && (
          <Failure className="field--full">
            <span>{`${refusal.error} `}</span>
            {refusal.status === 410 && <Link to="/login">Sign in</Link>}
          </Failure>
        )}
        <footer className="admin-bar set-up-bar">
          <Button type="submit" busy={isBusy}>
            Set the password
          </Button>
        </footer>
      </form>
    </StepFrame>
  );
}

async function claim(
  setUpKey: string,
  body: { password: string; code: string },
): Promise<Refusal | undefined> {
  try {
    const answer = await send(
      "POST /api/setup",
      { body },
      { headers: { Authorization: `Bearer ${setUpKey}` } },
    );
    if (answer.ok) return undefined;
    return {
      status: answer.status,
      ...((await answer.json()) as Refusal),
    };
  } catch {
    return { error: "The site could not be reached. Please try again." };
  }
}

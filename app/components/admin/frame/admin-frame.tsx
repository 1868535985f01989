import {
  useNavigation,
  isRouteErrorResponse,
  useRevalidator,
  useRouteError,
} from "@remix-run/react";
import { useEffect, type ReactNode, useCallback, useState } from "react";
import {
  ConfirmationContext,
  useSave,
} from "#app/components/admin/data/use-save.ts";
import { UnsavedChangesGuard } from "#app/components/fields/unsaved-changes.ts";
import { ToastRegion } from "#app/components/toast/toast-region.tsx";
import { holdAdminTab } from "./admin-tabs.ts";
import {
  CodeField,
  readTexts,
  submits,
} from "#app/components/admin/ui/forms.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { ApiError } from "#app/components/api/call.ts";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Failure, Field } from "#app/components/fields/field.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./admin.css";
import "./screens.css";

export function AdminFrame({ children }: { children: ReactNode }) {
  useEffect(holdAdminTab, []);
  const isLoading = useNavigation().state === "loading";
  return (
    <main className="admin" id="content" tabIndex={-1}>
      <p className="admin-loading" role="status">
        {isLoading && "Loading..."}
      </p>
      <ToastRegion>
        <ConfirmationRegion>
          <div className="admin-screen" aria-busy={isLoading}>
            {children}
          </div>
        </ConfirmationRegion>
      </ToastRegion>
      <UnsavedChangesGuard />
    </main>
  );
}

export function ScreenError() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const reason =
    isRouteErrorResponse(error) && typeof error.data === "string"
      ? error.data
      : "";
  return (
    <>
      <header className="admin-head">
        <h1>This screen could not be loaded</h1>
      </header>
      <p className="soft" role="alert">
        <span>
          {reason || "The site could not be reached, or something went wrong."}
        </span>{" "}
        <Button look="mini" busy={state === "loading"} onClick={revalidate}>
          Try again
        </Button>
      </p>
    </>
  );
}

interface PendingConfirmation {
  needsCode: boolean;
  answer: (isConfirmed: boolean) => void;
}

/** Asks for the password when a call below it needs it again, and then continues with the call. */
function ConfirmationRegion({ children }: { children: Elements }) {
  const [asked, setAsked] = useState<PendingConfirmation>();
  const confirmed = useCallback(
    async <T,>(call: () => Promise<T>): Promise<T> => {
      try {
        return await call();
      } catch (thrown) {
        const { status, fields } = thrown as ApiError;
        if (status !== 403 || !("password" in fields)) throw thrown;
        const isConfirmed = await new Promise<boolean>((answer) =>
          setAsked({ needsCode: "code" in fields, answer }),
        );
        if (!isConfirmed) throw thrown;
        return call();
      }
    },
    [],
  );

  function end(isConfirmed: boolean) {
    setAsked(undefined);
    asked?.answer(isConfirmed);
  }

  return (
    <>
      <ConfirmationContext.Provider value={confirmed}>
        {children}
      </ConfirmationContext.Provider>
      <Dialog
        open={asked !== undefined}
        onClose={() => end(false)}
        title="Is it still you?"
        size="small"
      >
        <PasswordForm needsCode={asked?.needsCode ?? false} onEnd={end} />
      </Dialog>
    </>
  );
}

function PasswordForm({
  needsCode,
  onEnd,
}: {
  needsCode: boolean;
  onEnd: (isConfirmed: boolean) => void;
}) {
  const { call, isBusy, failure } = useSave();

  async function confirm(fields: FormData) {
    const { ok } = await call("POST /api/account/confirmation", {
      body: readTexts(fields, "password", "code"),
    });
    if (ok) onEnd(true);
  }

  return (
    <form className="admin-form" onSubmit={submits(confirm)}>
      <p>
        This needs your password. It is not asked for again for ten minutes.
      </p>
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {needsCode && <CodeField />}
      <Failure>{failure}</Failure>
      <footer className="admin-bar wrap">
        <Button look="quiet" onClick={() => onEnd(false)} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy}>
          Go on
        </Button>
      </footer>
    </form>
  );
}

import {
  isRouteErrorResponse,
  useRevalidator,
  useRouteError,
} from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";

/** Shown in place of a screen that could not be loaded. */
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

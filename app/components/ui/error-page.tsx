import { isRouteErrorResponse, Link, useRevalidator } from "@remix-run/react";
import { isLost } from "./lost-connection.ts";
import { NotLoaded } from "./not-loaded.tsx";
import "./error-page.css";

/** Shows the error's status or message, never its stack. */
export function ErrorPage({ error }: { error: unknown }) {
  return isLost(error) ? <LostPage /> : <FailedPage error={error} />;
}

/** Shown instead of a page that could not be loaded because the connection was lost. */
function LostPage() {
  const { revalidate } = useRevalidator();
  return (
    <main className="error-page stack" id="content" tabIndex={-1}>
      <h1>No connection</h1>
      <NotLoaded what="This page" onTryAgain={revalidate} />
    </main>
  );
}

function FailedPage({ error }: { error: unknown }) {
  return (
    <main className="error-page stack" id="content" tabIndex={-1}>
      <h1>Unexpected Application Error!</h1>
      <p>{describe(error)}</p>
      <Link className="btn" to="/" reloadDocument>
        Go to the home page
      </Link>
    </main>
  );
}

function describe(error: unknown) {
  if (isRouteErrorResponse(error)) {
    const said = typeof error.data === "string" ? error.data : "";
    if (error.status === 404) return "404 Not Found";
    return `${error.status} ${said || error.statusText}`.trim();
  }
  return error instanceof Error ? error.message : "Something went wrong.";
}

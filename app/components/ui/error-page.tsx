import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  isRouteErrorResponse,
  Link,
  useLocation,
  useRevalidator,
} from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "./button.tsx";

/** Whether an error says that the connection was lost, before the answer or in the middle of it, as browsers and Remix say it. */
const isLost = (error: unknown) =>
  error instanceof Error &&
  /failed to fetch|load failed|networkerror|network error|turbo-stream/i.test(
    error.message,
  );

/** Shows the error's status or message, never its stack. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <main className="prose stack stack--start" id="content" tabIndex={-1}>
    {isLost(error) ? <Lost /> : <Failed error={error} />}
  </main>
);

function Lost() {
  const { revalidate } = useRevalidator();
  // The browser may have kept the page as a whole.
  useEffect(() => {
    void window.caches?.match(window.location.pathname).then((kept) => {
      if (kept) window.location.reload();
    });
  }, []);
  return (
    <>
      <h1>
        <Trans>No connection</Trans>
      </h1>
      <div className="page-more">
        <p role="status">
          <Trans>This page could not be loaded. You may be offline.</Trans>
        </p>
        <Button look="quiet" onClick={revalidate}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </>
  );
}

function Failed({ error }: { error: unknown }) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const isUnknownRock =
    isRouteErrorResponse(error) &&
    error.status === 404 &&
    pathname.startsWith("/rocks/");
  return (
    <>
      <h1>{t`Unexpected Application Error!`}</h1>
      <p>{describe(i18n, error)}</p>
      {isUnknownRock && (
        <>
          <p>
            <Trans>
              We know no rock with this number. You may find it among all rocks.
            </Trans>
          </p>
          <Link className="btn" to="/all-rocks" reloadDocument>
            <Trans>See All Rocks</Trans>
          </Link>
        </>
      )}
      <Link
        className={isUnknownRock ? "btn btn--quiet" : "btn"}
        to="/"
        reloadDocument
      >
        <Trans>Go to the home page</Trans>
      </Link>
    </>
  );
}

function describe(i18n: I18n, error: unknown) {
  if (isRouteErrorResponse(error)) {
    const said = typeof error.data === "string" ? error.data : "";
    if (error.status === 404) return t(i18n)`404 Not Found`;
    return `${error.status} ${said || error.statusText}`.trim();
  }
  return error instanceof Error
    ? error.message
    : t(i18n)`Something went wrong.`;
}

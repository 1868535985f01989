import type { ShouldRevalidateFunction } from "@remix-run/react";

/** For pages that need no new data when only the query changes. A reload of the data still works. */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  (currentUrl.pathname !== nextUrl.pathname ||
    currentUrl.href === nextUrl.href) &&
  defaultShouldRevalidate;

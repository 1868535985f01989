import type { ShouldRevalidateFunction } from "@remix-run/react";

/** For pages that already have all they need for a step from one query to another; but they can be loaded again. */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  (currentUrl.pathname !== nextUrl.pathname ||
    currentUrl.href === nextUrl.href) &&
  defaultShouldRevalidate;

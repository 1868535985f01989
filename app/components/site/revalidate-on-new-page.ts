import type { ShouldRevalidateFunction } from "@remix-run/react";

/** For pages that already have all they need for a step from one query to another. */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;

import { useRouteLoaderData } from "@remix-run/react";

/** The day on which the keepsake is made that the page is for; undefined on the site. Only the server makes them. */
export const useKeptOn = import.meta.env.SSR
  ? () => useRouteLoaderData<{ keptOn?: string }>("root")?.keptOn
  : () => undefined;

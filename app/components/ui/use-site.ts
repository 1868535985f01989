import { useRouteLoaderData } from "@remix-run/react";
import type { SiteNames } from "#domain/site/answers.ts";

interface SiteData {
  site: SiteNames;
  tiles: { url: string; attribution: string };
  keptOn?: string;
}

const useRootData = () => useRouteLoaderData<SiteData>("root");

export const useSite = () => useRootData()!;

/** The day on which the keepsake is made that the page is for; undefined on the site. Only the server makes them. */
export const useKeptOn = import.meta.env.SSR
  ? () => useRootData()?.keptOn
  : () => undefined;

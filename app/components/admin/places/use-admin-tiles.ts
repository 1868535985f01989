import { useRouteLoaderData } from "@remix-run/react";

/** The map's tile server, as the admin's layout has loaded it. */
export function useAdminTiles() {
  const layout = useRouteLoaderData("routes/admin/layout") as
    { tiles: { url: string; attribution: string } } | undefined;
  return layout?.tiles;
}

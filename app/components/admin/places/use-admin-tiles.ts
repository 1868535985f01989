import { useRouteLoaderData } from "@remix-run/react";

/** Where the map's pictures come from, as the admin's layout knows it. */
export function useAdminTiles() {
  const layout = useRouteLoaderData("routes/admin/layout") as
    { tiles: { url: string; attribution: string } } | undefined;
  return layout?.tiles;
}

import { useRouteLoaderData } from "@remix-run/react";

interface AdminLayout {
  tiles: { url: string; attribution: string };
  /** How many days deleted things wait in the trash. */
  trashDays: number;
}

/** What the admin's layout has loaded for all its screens; undefined outside of it. */
export const useAdminLayout = () =>
  useRouteLoaderData("routes/admin/layout") as AdminLayout | undefined;

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TrashScreen } from "#app/components/admin/trash/trash-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { orErrorPage } from "#app/http/page.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { countTrash, listTrash } from "#domain/trash/read-trash.server.ts";

export const meta: MetaFunction = () => [{ title: "Trash · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return orErrorPage(() => ({
    first: listTrash(),
    counts: countTrash(),
    days: getSettings().TRASH_DAYS,
    now: Date.now(),
  }));
}

export default function Trash() {
  return <TrashScreen {...useLoaderData<typeof loader>()} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SettingsScreen } from "#app/components/admin/settings/settings-screen.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readMailState } from "#domain/review/daily-mail.server.ts";
import { listSettings } from "#domain/settings/change-settings.server.ts";

export const meta: MetaFunction = () => [{ title: "Settings · Admin" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return { settings: listSettings(), mail: readMailState() };
}

export default function Settings() {
  return <SettingsScreen {...useLoaderData<typeof loader>()} />;
}

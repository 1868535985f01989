import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { SettingForm } from "#app/components/admin/settings.tsx";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { settingGroups } from "#core/settings/schema.ts";
import { listSettings } from "#domain/settings/change-settings.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  return { settings: listSettings() };
}

export default function Settings() {
  const [settings, setSettings] = useState(
    useLoaderData<typeof loader>().settings,
  );
  return (
    <>
      <header className="admin-head">
        <h1>Settings</h1>
        <p>What you save here is in force at once.</p>
      </header>
      <div className="settings lined">
        {Object.entries(settingGroups).map(([title, names]) => {
          const own = settings.filter(({ name }) => names.includes(name));
          if (own.length === 0) return null;
          return (
            <section
              key={title}
              className="settings-group wrap"
              aria-label={title}
            >
              <h2 className="grows">{title}</h2>
              <SettingForm settings={own} onSaved={setSettings} />
            </section>
          );
        })}
      </div>
    </>
  );
}

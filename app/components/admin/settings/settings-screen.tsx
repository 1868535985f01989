import { useId, useState } from "react";
import { settingGroups } from "#domain/core/settings/schema.ts";
import type { MailState } from "#domain/review/daily-mail.server.ts";
import type { Setting } from "#domain/settings/answers.ts";
import { MailForm } from "./mail-form.tsx";
import { DailyMail } from "./daily-mail.tsx";
import { SettingForm } from "./setting-form.tsx";
import type { Elements } from "#app/components/language/in-elements.tsx";
import "./settings.css";

/** What whoever runs the site can change while it runs, by subject. */
export function SettingsScreen({
  settings: first,
  mail,
}: {
  settings: Setting[];
  mail: MailState | undefined;
}) {
  const [settings, setSettings] = useState(first);
  return (
    <>
      <header className="admin-head">
        <h1>Settings</h1>
        <p>What you save here is in force at once.</p>
      </header>
      <div className="settings">
        {Object.entries(settingGroups).map(([title, names]) => {
          const own = settings.filter(({ name }) => names.includes(name));
          if (own.length === 0) return null;
          const isMail = title === "Mail";
          const Form = isMail ? MailForm : SettingForm;
          return (
            <Group
              key={title}
              title={title}
              more={isMail && <DailyMail mail={mail} />}
            >
              <Form settings={own} onSaved={setSettings} />
            </Group>
          );
        })}
      </div>
    </>
  );
}

function Group({
  title,
  more,
  children,
}: {
  title: string;
  more: Elements;
  children: Elements;
}) {
  const id = useId();
  return (
    <section className="settings-group" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

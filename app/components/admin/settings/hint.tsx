import { settingSchema } from "#domain/core/settings/schema.ts";
import type { Setting } from "#domain/settings/answers.ts";

/** What a setting does, and where its value comes from. */
export const Hint = ({ setting }: { setting: Setting }) => (
  <span>
    <span>{`${settingSchema[setting.name].says} `}</span>
    <span className="setting-source">{sourceOf(setting)}</span>
  </span>
);

function sourceOf({ name, source, default: own }: Setting) {
  if (source === "environment")
    return `Set by the environment, as ${name}: change it in .env.`;
  if (source === "default") return own === null ? "" : "This is the default.";
  return own === null ? "" : `The default is ${own}.`;
}

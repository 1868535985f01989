import * as v from "valibot";
import { settingSchema, type SettingName } from "./schema.ts";

/** Description of valid values; completes the sentence 'It takes …'. */
export const takesOf = (name: SettingName) =>
  v.getDescription(settingSchema[name].kind) ?? "another value";

/** The texts that a setting takes, if there are only a few; undefined if there are many. */
export function choicesOf(name: SettingName) {
  const { kind } = settingSchema[name] as { kind: { pipe?: unknown[] } };
  const first = kind.pipe?.[0] as { options?: readonly string[] } | undefined;
  return first?.options;
}

/** Says that a setting, or something else that is `called` so, can't have a value, and which ones it takes. */
export const describeWrong = (
  name: SettingName,
  value: unknown,
  called: string = name,
) =>
  `${called} is ${settingSchema[name].secret ? "set to something it can't be" : JSON.stringify(value)}; it takes ${takesOf(name)}.`;

/** Reads the text of a setting. @returns its value, or its fault */
export function checkSetting(
  name: SettingName,
  text: string,
): { value: unknown } | { wrong: string } {
  const result = v.safeParse(settingSchema[name].kind, text);
  return result.success
    ? { value: result.output }
    : { wrong: describeWrong(name, text) };
}

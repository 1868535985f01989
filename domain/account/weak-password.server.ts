import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "../site/site-texts.server.ts";
import { describeWeakness } from "./common-passwords.server.ts";

/** Says why a password is too weak for this site. @param more names that the site is about to have */
export function weaknessHere(
  password: string,
  more: (string | null | undefined)[] = [],
) {
  const { site_name, memorial_name } = siteNames();
  const names = [getSettings().ADMIN_USERNAME, site_name, memorial_name];
  return describeWeakness(password, [
    ...names,
    ...more.filter((name) => typeof name === "string"),
  ]);
}

import { useLingui } from "@lingui/react";
import { opensInNewTab } from "#core/languages/new-tab.ts";

export function NewTab() {
  const { i18n } = useLingui();
  return <span className="sr">{` ${i18n._(opensInNewTab)}`}</span>;
}

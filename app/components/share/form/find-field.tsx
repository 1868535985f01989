import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Field, TextField } from "#app/components/fields/field.tsx";
import {
  FIND_FIELDS,
  OPTIONAL_FIELDS,
} from "#app/components/share/find-fields.ts";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";

type Props = ComponentProps<"input"> &
  ComponentProps<"textarea"> & {
    name: keyof DraftFields;
    hint?: string;
    error?: string;
  };

export function FindField({ name, ...own }: Props) {
  const { i18n } = useLingui();
  const {
    isLong,
    label,
    hint,
    placeholder,
    wrong: _wrong,
    ...look
  } = FIND_FIELDS[name];
  const all = {
    name,
    optional: OPTIONAL_FIELDS.includes(name),
    label: i18n._(label),
    hint: hint && i18n._(hint),
    placeholder: placeholder && i18n._(placeholder),
    ...look,
    ...own,
  };
  return isLong ? (
    <TextField {...(all as ComponentProps<typeof TextField>)} />
  ) : (
    <Field {...all} />
  );
}

/** A hidden field that only bots fill in. */
export const BotTrap = () => (
  <div hidden>
    <label>
      <Trans>Leave this empty</Trans>
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

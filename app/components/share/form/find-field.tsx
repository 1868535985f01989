import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { EARLIEST_DATE, ROCK_NUMBER_MAX } from "#core/limits.ts";
import { messages } from "#core/messages.ts";
import { Field, TextField } from "#app/components/fields/field.tsx";
import type { DraftFields } from "#app/components/share/queue/find-store.ts";

interface FindInput extends Omit<ComponentProps<"input">, "placeholder"> {
  label: MessageDescriptor;
  hint?: MessageDescriptor;
  placeholder?: MessageDescriptor;
  isLong?: true;
  wrong?: MessageDescriptor;
}

/** Fields of a find, in the forms' order. */
export const FIND_FIELDS: Record<keyof DraftFields, FindInput> = {
  rockNumber: {
    label: msg`Rock Number`,
    type: "number",
    inputMode: "numeric",
    min: 0,
    max: ROCK_NUMBER_MAX,
    step: 1,
    required: true,
    placeholder: msg`Enter 0 if the number is not visible`,
    wrong: messages.notARockNumber,
  },
  location: {
    label: msg`Location`,
    dir: "auto",
    required: true,
    maxLength: 200,
    placeholder: msg`A place, a town, a country`,
  },
  comment: {
    label: msg`Comment`,
    dir: "auto",
    isLong: true,
    required: true,
    maxLength: 5000,
    placeholder: msg`How you found it, who was with you`,
  },
  date: {
    label: msg`Date`,
    type: "date",
    min: EARLIEST_DATE,
    wrong: messages.dayTooEarly,
  },
  name: { label: msg`Name`, dir: "auto", maxLength: 100, autoComplete: "name" },
  email: {
    label: msg`Email`,
    hint: msg`If you give it, we may contact you.`,
    type: "email",
    dir: "ltr",
    maxLength: 254,
    autoComplete: "email",
    wrong: messages.notAnAddress,
  },
};

const FIRST: string[] = ["rockNumber", "location", "comment", "date"];

/** Optional fields. Every form shows these at its end. */
export const OPTIONAL_FIELDS = (
  Object.keys(FIND_FIELDS) as (keyof DraftFields)[]
).filter((name) => !FIRST.includes(name));

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

export const BotTrap = () => (
  <div hidden>
    <label>
      <Trans>Leave this empty</Trans>
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

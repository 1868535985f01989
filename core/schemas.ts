import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { saying } from "./languages/say.ts";
import { messages } from "./messages.ts";
import * as v from "valibot";

/** Parts of input schemas that several subjects share. Field names are the spec's. */

/** Label of a text field: in English if only the admin or a program sends it. */
type What = string | MessageDescriptor;

/** As the value of a text: what is translated itself is put in when that is said. */
const valueOf = (what: What) => what as string;

export function text(called: What, max: number) {
  const what = valueOf(called);
  return v.pipe(
    v.string(saying(msg`${what} must be text.`)),
    v.maxLength(
      max,
      saying(
        msg`${what} can have ${plural(max, { one: "# character", other: "# characters" })} at most.`,
      ),
    ),
  );
}

export function requiredText(called: What, max: number) {
  const what = valueOf(called);
  return v.pipe(
    text(called, max),
    v.check(
      (value) => value.trim() !== "",
      saying(msg`${what} must not be blank.`),
    ),
  );
}

/** What a list can be asked for alone. An empty value would ask for all of it by mistake. */
export const ofOne = (name: string) =>
  v.optional(v.pipe(v.string(), v.minLength(1, `${name} must not be empty.`)));

/** A schema with a sentence about it in `/api/openapi.json`. */
export const described = <S extends v.GenericSchema>(
  schema: S,
  words: string,
) => v.pipe(schema, v.description(words));

/** A list that is refused by its length, then by its first bad element, because thousands of complaints take long. */
export function listOf<S extends v.GenericSchema>(
  element: S,
  max: number,
  messages: {
    list?: v.ErrorMessage<v.ArrayIssue>;
    tooMany: string | (() => string);
  },
) {
  type List = v.InferOutput<S>[];
  const length = v.maxLength<List, number, string | (() => string)>(
    max,
    messages.tooMany,
  );
  const list = v.pipe(v.array(element, messages.list), length);
  const run: (typeof list)["~run"] = ({ value }, config) =>
    Array.isArray(value) && value.length > max
      ? length["~run"]({ typed: true, value: value as List }, config)
      : list["~run"]({ value }, { ...config, abortEarly: true });
  return { ...list, "~run": run };
}

/** Takes null as the blank text. */
export const orNull = <S extends v.GenericSchema>(schema: S) =>
  v.union(
    [
      v.pipe(
        v.null(),
        v.transform(() => "" as v.InferInput<S>),
        schema,
      ),
      schema,
    ],
    // The schema's own message: saying 'not null' as well would help nobody.
    ({ issues }) => issues?.at(-1)?.message ?? "",
  );

/** Takes null and the blank text as no value. */
export const blankOr = <S extends v.GenericSchema>(schema: S) =>
  v.union([
    v.pipe(
      v.nullable(v.literal("")),
      v.transform(() => null),
    ),
    schema,
  ]);

type Change<S extends v.GenericSchema> = v.OptionalSchema<
  v.GenericSchema<v.InferInput<S> | null, Exclude<v.InferOutput<S>, undefined>>,
  undefined
>;

/** An absent member stays as it is, whatever a new thing gets by default. null empties one that may be blank. */
export function changeOf<E extends Record<string, v.GenericSchema>>(
  entries: E,
) {
  const changes = Object.entries(entries).map(([name, entry]) => {
    const { wrapped = entry } = entry as { wrapped?: v.GenericSchema };
    const mayBeBlank = v.is(wrapped, "") && !v.is(wrapped, null);
    return [name, v.optional(mayBeBlank ? orNull(wrapped) : wrapped)];
  });
  return v.object(
    Object.fromEntries(changes) as { [Name in keyof E]: Change<E[Name]> },
  );
}

export const Email = v.pipe(
  text(msg`E-mail`, 254),
  v.check(
    (value) =>
      value.trim() === "" ||
      /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(value.trim()),
    saying(messages.notAnAddress),
  ),
  v.trim(),
);

/** Whether `YYYY-MM-DD` names a day that exists. */
export function isRealDay(day: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

const DAY_MS = 86_400_000;
/** YYYY-MM-DD, UTC. */
export const tomorrow = () =>
  new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

function degrees(called: MessageDescriptor, limit: number) {
  const what = valueOf(called);
  const noNumber = saying(msg`${what} must be a number.`);
  const outside = saying(msg`${what} must be between −${limit} and ${limit}.`);
  return v.pipe(
    v.number(noNumber),
    v.finite(noNumber),
    v.minValue(-limit, outside),
    v.maxValue(limit, outside),
  );
}

/** Degrees, WGS 84. */
export const Latitude = degrees(msg`Latitude`, 90);
export const Longitude = degrees(msg`Longitude`, 180);

/** `POST …/toggle-show` and `PATCH …/show`: sets the value sent, flips it if there is none. */
export const ShowChange = v.object({
  show: v.optional(v.boolean("Enter true or false.")),
});

/** `?volume=` of a book to print. */
export const BookVolume = v.object({
  volume: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,7}$/, "Enter a whole number."),
      v.transform(Number),
    ),
    "1",
  ),
});

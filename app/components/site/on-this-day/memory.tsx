import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { imageAlt } from "#core/languages/image-alt.ts";
import { albumAddress } from "#app/components/albums/addresses.ts";
import { RockStone } from "#app/components/ui/pebble.tsx";
import { formatDay } from "#core/languages/format-day.ts";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { rockAddress, rockOf } from "#domain/rocks/rock-address.ts";
import type { OnThisDay } from "#domain/site/on-this-day.server.ts";
import {
  imageAddress,
  imageMediumAddress,
  imageThumbnailAddress,
  photoAddress,
  photoMediumAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import "./memory.css";

export function ThisDay({ memory }: { memory: OnThisDay }) {
  const { t, i18n } = useLingui();
  const otherLanguage = useOtherLanguage();
  const said = describeMemory(i18n, memory);
  const { title, titleLang, words, lang, ago, address } = said;
  const day = formatDay(i18n, memory.date);
  return (
    <section className="this-day measured" aria-labelledby="this-day">
      <h2 id="this-day">{t`On this day`}</h2>
      <Link className="plain" to={address} prefetch="intent">
        <MemoryPicture memory={memory} />
        <span className="stack tight">
          <b className="name" dir="auto" lang={otherLanguage(titleLang)}>
            {title}
          </b>
          {words && (
            <span
              className="clamp"
              dir="auto"
              lang={otherLanguage(lang)}
            >{`“${words}”`}</span>
          )}
          <span className="soft">
            <Trans>
              {ago}, {day}
            </Trans>
          </span>
        </span>
      </Link>
    </section>
  );
}

/** Describes a find or photo of this day. `words` may be blank. */
export function describeMemory(i18n: I18n, memory: OnThisDay) {
  const { years } = memory;
  const ago = t(
    i18n,
  )`${plural(years, { one: "A year ago", other: "# years ago" })}`;
  return memory.kind === "find"
    ? {
        title: describeFind(i18n, memory),
        titleLang: undefined,
        words: memory.comment,
        lang: memory.lang,
        ago,
        address: rockAddress(rockOf(memory)),
      }
    : {
        title: memory.title || t(i18n)`A photograph`,
        titleLang: memory.title ? memory.lang : undefined,
        words: memory.desc,
        lang: memory.lang,
        ago,
        address: albumAddress(memory.pa_key, memory.p_key),
      };
}

export function describeFind(
  i18n: I18n,
  { rock_number, location }: { rock_number: number; location: string },
) {
  return rock_number === 0
    ? t(i18n)`A rock, ${location}`
    : t(i18n)`Rock ${rock_number}, ${location}`;
}

export function MemoryPicture({ memory }: { memory: OnThisDay }) {
  const { i18n } = useLingui();
  const lang = useOtherLanguage()(memory.lang);
  if (memory.kind === "find" && memory.imagename === null)
    return (
      <RockStone rockNumber={memory.rock_number} pin={memory.pin} size={104} />
    );
  const [small, medium, large] =
    memory.kind === "find"
      ? [
          imageThumbnailAddress(memory, memory.imagename!),
          imageMediumAddress(memory, memory.imagename!),
          imageAddress(memory, memory.imagename!),
        ]
      : [
          photoThumbnailAddress(memory.album, memory.name),
          photoMediumAddress(memory.album, memory.name),
          photoAddress(memory.album, memory.name),
        ];
  return (
    <img
      className="memory-picture photo"
      src={small}
      srcSet={`${small} 320w, ${medium} 640w, ${large} 1280w`}
      sizes="20rem"
      // The words beside a photo of an album describe it.
      alt={
        memory.kind === "find"
          ? imageAlt(i18n, memory, memory.imagedescription)
          : ""
      }
      lang={
        memory.kind === "find" && memory.imagedescription ? lang : undefined
      }
      loading="lazy"
    />
  );
}

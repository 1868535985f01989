import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import { formatDay } from "#app/components/language/days.ts";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import type { OnThisDay } from "#domain/site/on-this-day.server.ts";
import { describeMemory, MemoryPicture } from "./memory.tsx";

export function ThisDay({ memory }: { memory: OnThisDay }) {
  const { i18n } = useLingui();
  const otherLanguage = useOtherLanguage();
  const { title, titleLang, words, lang, ago, address } = describeMemory(
    i18n,
    memory,
  );
  const day = formatDay(i18n, memory.date);
  return (
    <section className="this-day" aria-labelledby="this-day">
      <h2 id="this-day">
        <Trans>On this day</Trans>
      </h2>
      <Link to={address} prefetch="intent">
        <MemoryPicture memory={memory} />
        <span>
          <b dir="auto" lang={otherLanguage(titleLang)}>
            {title}
          </b>
          {words && (
            <span
              className="this-day-words clamp"
              dir="auto"
              lang={otherLanguage(lang)}
            >{`“${words}”`}</span>
          )}
          <span className="this-day-when soft">
            <Trans>
              {ago}, {day}
            </Trans>
          </span>
        </span>
      </Link>
    </section>
  );
}

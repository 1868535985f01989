import { useLingui } from "@lingui/react/macro";
import { Link } from "@remix-run/react";
import type { FindCard } from "#domain/finds/journeys.server.ts";
import { rockAddress, rockOf } from "#domain/rocks/rock-address.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import { formatDay } from "#core/languages/format-day.ts";

/** Links to other finds whose number nobody could read. Each is a rock of its own. */
export function OtherFinds({ finds }: { finds: FindCard[] }) {
  const { t, i18n } = useLingui();
  const otherLanguage = useOtherLanguage();
  return (
    <section className="other-finds" aria-labelledby="other-finds">
      <h2 id="other-finds">{t`Other rocks without a number`}</h2>
      <ul className="columns">
        {finds.map((find) => (
          <li key={find.uuid}>
            <Link className="row plain" to={rockAddress(rockOf(find))}>
              <img
                className={find.imagename === null ? "pebble" : "photo"}
                src={
                  find.imagename === null
                    ? PLAIN_STONE
                    : imageThumbnailAddress(find, find.imagename)
                }
                alt=""
                width={72}
                height={72}
                loading="lazy"
              />
              <span className="stack tight">
                <b className="clamp" dir="auto" lang={otherLanguage(find.lang)}>
                  {find.location}
                </b>
                <time className="soft" dateTime={find.date}>
                  {formatDay(i18n, find.date)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

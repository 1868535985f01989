import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { Picture } from "../ui/shown.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { useSite } from "#app/components/ui/use-site.ts";
import { titleOfRock } from "#app/components/language/rocks.ts";
import { Facts, listTrips } from "./facts.tsx";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import "./rock-banner.css";

interface Props {
  rock: RockSummary;
  /** `h1` if the page is about this rock alone. */
  as?: "h1" | "h2";
}

export function RockBanner({ rock, as: Heading = "h2" }: Props) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const heading = useId();
  const artistLanguage = useParentsLanguage();
  const { rock_number: rockNumber, trips, artists } = rock;
  const { memorial_name: memorialName } = useSite().site;
  const name = titleOfRock(i18n, memorialName, rockNumber);
  const pictured = rock.in_catalogue;
  const first = rock.first && formatDay(i18n, rock.first);
  const latest = rock.latest && formatDay(i18n, rock.latest);
  // Nobody knows what it looks like, nor where it was before.
  if (rockNumber === 0)
    return (
      <div className="rock-banner" role="group" aria-labelledby={heading}>
        <img
          className="rock-face"
          src={PLAIN_STONE}
          alt=""
          width={512}
          height={512}
        />
        <Heading id={heading} className="rock-name">
          {name}
        </Heading>
      </div>
    );

  return (
    <div className="rock-banner" role="group" aria-labelledby={heading}>
      <button
        type="button"
        className="rock-face frame"
        aria-label={t`See rock ${rockNumber} large`}
        onClick={() => setOpen(true)}
      >
        <Picture
          key={rockNumber}
          src={pictured ? catalogueThumbnailAddress(rockNumber) : undefined}
          fallback={PLAIN_STONE}
          alt=""
          width={512}
          height={512}
          loading="lazy"
        />
      </button>
      <Heading id={heading} className="rock-name">
        {name}
      </Heading>
      <Facts className="rock-facts wrap" facts={listTrips(i18n, rock)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={name}>
        {open && (
          <div className="rock-card stack tight">
            <Picture
              src={pictured ? catalogueAddress(rockNumber) : undefined}
              fallback={PLAIN_STONE}
              alt={t`Rock ${rockNumber}`}
            />
            {artists.map((artist) => (
              <p key={artist}>
                <Trans>
                  Artist: <bdi lang={artistLanguage}>{artist}</bdi>
                </Trans>
              </p>
            ))}
            <p>{t`Total Trips: ${trips}`}</p>
            {trips > 0 && (
              <>
                <p>{t`Start Date: ${first}`}</p>
                <p>{t`Latest Date: ${latest}`}</p>
              </>
            )}
          </div>
        )}
      </Dialog>
    </div>
  );
}

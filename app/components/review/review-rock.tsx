import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import { countOf } from "#core/words.ts";
import { Link } from "@remix-run/react";
import { memo, useState } from "react";
import type { ReviewFind } from "#domain/review/answers.ts";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { Lightbox } from "../gallery/lightbox.tsx";
import { formatDay } from "#app/components/language/english.ts";
import { PLAIN_STONE } from "#app/components/ui/pebble.tsx";
import { PlusIcon } from "../ui/more-icons.tsx";

/** A rock's picture as the catalogue has it; a plain stone if it has none. */
export const portraitOf = (
  rockNumber: number,
  picture: string | null | undefined,
) => (picture ? catalogueThumbnailAddress(rockNumber, picture) : PLAIN_STONE);

/** The rock in the catalogue: its picture, and who painted it. Is rendered once, as `ReviewFacts` is. */
export const ReviewRock = memo(function ReviewRock({
  find,
  mayCreate,
}: {
  find: ReviewFind;
  /** Whether a rock that isn't in the catalogue can be added to it. */
  mayCreate: boolean;
}) {
  const { rock, rock_number, journeys, first_found } = find;
  const [isLarge, setIsLarge] = useState(false);
  const artists = (rock?.artists ?? []).filter(
    (name) => name !== UNKNOWN_ARTIST,
  );
  const portrait = portraitOf(rock_number, rock?.picture);
  const picture = <img src={portrait} alt="" />;
  return (
    <section className="review-own" aria-label="The rock in the catalogue">
      <h2>
        {rock
          ? "In the catalogue"
          : rock_number === 0
            ? "Number unknown"
            : "Not in the catalogue"}
      </h2>
      {rock?.picture ? (
        <button
          type="button"
          className="review-portrait frame centre"
          aria-label={`See the catalogue picture of rock ${rock_number} large`}
          onClick={() => setIsLarge(true)}
        >
          {picture}
        </button>
      ) : (
        <div className="review-portrait review-portrait--none frame centre">
          {picture}
        </div>
      )}
      {rock ? (
        <>
          <b className="name">{`${rock_number}${rock.comment && `, ${rock.comment}`}`}</b>
          {artists.length > 0 && (
            <p className="soft">{`Painted by ${artists.join(" and ")}`}</p>
          )}
          <p className="soft">
            {journeys === 0
              ? "Nobody has found it before"
              : `${countOf(journeys, "journey")} since ${formatDay(first_found!)}`}
          </p>
        </>
      ) : (
        <>
          <b className="name">
            {rock_number === 0
              ? "The number couldn’t be read"
              : "No such rock yet"}
          </b>
          <p className="soft">So there is no picture to compare with.</p>
          {mayCreate && rock_number > 0 && (
            <Link
              className="text-btn"
              to="/admin/rocks"
              state={{ creates: rock_number }}
            >
              <PlusIcon />
              <span>{`Create rock ${rock_number}`}</span>
            </Link>
          )}
        </>
      )}
      <Lightbox
        slides={[
          {
            src: catalogueAddress(rock_number, rock?.picture),
            thumbnail: portrait,
            alt: `Rock ${rock_number} in the catalogue`,
          },
        ]}
        index={isLarge ? 0 : -1}
        onClose={() => setIsLarge(false)}
      />
    </section>
  );
});

import { useLingui } from "@lingui/react";
import { imageAlt } from "#core/languages/image-alt.ts";
import { countOf, formatCount } from "#core/words.ts";
import { memo, useState } from "react";
import type { ReviewFind, ReviewWarning } from "#domain/review/answers.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";
import {
  describeSuggestion,
  formatPrecision,
  formatDay,
} from "#app/components/language/english.ts";
import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { stonePicture } from "#app/components/ui/pebble.tsx";
import {
  HereIcon,
  PictureIcon,
  SearchIcon,
  PinIcon,
  WarningIcon,
} from "#app/components/ui/more-icons.tsx";
import { icon } from "#app/components/ui/icons.tsx";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { portraitOf } from "./review-rock.tsx";
import type { ReviewTools } from "./use-review.ts";
import type { PictureStore } from "#app/components/gallery/picture-store.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import type { Elements } from "#app/components/language/in-elements.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { FindChanges } from "#app/components/finds/find-changes.tsx";
import { SmallPicture } from "./sent-pictures.tsx";
import { useApi } from "#app/components/api/use-api.ts";
import { useLoaded } from "#app/components/ui/use-loaded.ts";
import { usePause } from "#app/components/ui/use-pause.ts";

const TouchIcon = icon(
  "M9 12V5.5a1.8 1.8 0 0 1 3.6 0V11l5 1.2a2 2 0 0 1 1.5 2.3L18 20H10.5L6 14.5a1.6 1.6 0 0 1 2.3-2z",
);

const loadMap = () => import("../map/spot-map.client.tsx");

/** Metres around a find that the map shows at least. */
const AROUND_MIN = 700;

interface Props {
  find: ReviewFind;
  store: PictureStore;
  tools?: ReviewTools;
}

/** What the finder says, and what doesn't fit. Pressing 'Show' doesn't render it again. */
export const ReviewFacts = memo(function ReviewFacts({
  find,
  store,
  tools,
}: Props) {
  const { date, name, email, location, comment } = find;
  return (
    <div className="review-scroll">
      <div className="breaks">
        {tools ? (
          <NumberField key={find.rock_number} find={find} tools={tools} />
        ) : (
          <p className="review-number row wrap">
            {find.rock_number === 0
              ? "Number unknown"
              : `Rock ${find.rock_number}`}
          </p>
        )}
        <p className="review-where" lang={find.lang ?? undefined}>
          {location}
        </p>
        <p className="soft">
          <span>{`${formatDay(date)}, ${name ? `from ${name}` : "no name given"}`}</span>
          {email && (
            <span>
              {" "}
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          )}
        </p>
      </div>
      {find.warnings.map((warning) => (
        <Warning key={warning.kind} {...{ warning, find, store, tools }} />
      ))}
      <LastStop find={find} />
      <Place find={find} tools={tools} />
      <div>
        <blockquote className="review-say breaks" lang={find.lang ?? undefined}>
          {comment}
        </blockquote>
        <WrittenIn lang={find.lang} />
      </div>
    </div>
  );
});

function LastStop({ find: { last_stop } }: Pick<Props, "find">) {
  const { i18n } = useLingui();
  if (!last_stop) return null;
  const { distance_km, days, location, date, imagename } = last_stop;
  return (
    <div className="row breaks">
      {imagename && (
        <img
          className="thumb"
          src={imageThumbnailAddress(last_stop, imagename)}
          alt={imageAlt(i18n, last_stop, last_stop.imagedescription)}
        />
      )}
      <div>
        <b className="name">{`${
          distance_km === null
            ? "Distance unknown,"
            : `${formatCount(distance_km)} km`
        } ${describeDays(days)}`}</b>
        <p className="soft">{`${days < 0 ? "" : "from its last stop: "}${location}, ${formatDay(date)}`}</p>
      </div>
    </div>
  );
}

function describeDays(days: number) {
  const words = countOf(Math.abs(days), "day");
  if (days === 0) return "on the same day";
  return days > 0 ? `in ${words}` : `${words} before its last stop`;
}

type Suggestion = NonNullable<ReviewFind["place"]["suggestion"]>;

const ICONS: Record<Suggestion["source"], () => JSX.Element> = {
  photo: PictureIcon,
  device: HereIcon,
  map: TouchIcon,
  town: SearchIcon,
};

function Place({ find, tools }: Omit<Props, "store">) {
  const { latitude, longitude, precision, suggestion, no_place } = find.place;
  const isSet = latitude !== null && longitude !== null;
  const spot = isSet ? { latitude, longitude } : no_place ? null : suggestion;
  const seen = isSet || !suggestion ? precision : suggestion.precision;
  const isFindersChoice =
    !isSet ||
    (suggestion?.precision === precision &&
      suggestion.latitude === latitude &&
      suggestion.longitude === longitude);
  const map = useLoaded(spot ? loadMap : undefined).part;
  const [Icon, words] =
    isSet || !suggestion
      ? [PinIcon, "where it was put"]
      : [ICONS[suggestion.source], describeSuggestion(suggestion, find.date)];
  const change = tools && (
    <Button look="text" onClick={() => tools.onPlace(find)}>
      <span>{spot ? "Change" : "Set the place"}</span>
      <span className="sr">{`${spot ? " the place" : ""} of ${find.location}`}</span>
    </Button>
  );

  if (!spot)
    return (
      <div className="wash soft row wrap ends">
        <p>
          {no_place
            ? "It has no place on the map."
            : "Nobody says where on the map it was. It can be shown without."}
        </p>
        {change}
      </div>
    );
  return (
    <div className="review-place">
      <div className="review-map map-frame">
        {map && (
          <map.default
            spot={spot}
            precision={seen}
            reach={AROUND_MIN}
            stone={stonePicture(find.rock_number, find.rock?.pin)}
            scrollWheelZoom={false}
            zoomAnimation={false}
            hasZoomButtons={false}
          />
        )}
      </div>
      <div className="review-source small row ends">
        <div>
          <p className="row tight">
            <Icon />
            <span>{words[0]!.toUpperCase() + words.slice(1)}</span>
          </p>
          <p className="soft">
            {seen === 0 ? (
              <span>
                Others see it <b>exactly</b>
              </span>
            ) : (
              <span>
                <span>
                  {isFindersChoice ? "The finder chose" : "You chose"}
                </span>{" "}
                <b>{formatPrecision(seen)}</b>: the circle is what others see
              </span>
            )}
          </p>
        </div>
        {change}
      </div>
    </div>
  );
}

const NO_NUMBER = "A rock number is a whole number from 0 to 100000.";

/** While another number is typed and not saved, the form is invalid. */
function NumberField({
  find,
  tools,
}: {
  find: ReviewFind;
  tools: ReviewTools;
}) {
  const [text, setText] = useState(String(find.rock_number));
  const [failure, setFailure] = useState<string>();
  const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  const isValid = number >= 0 && number <= ROCK_NUMBER_MAX;
  const isOther = number !== find.rock_number;
  const isAsked = usePause(text) === text && isValid && isOther && number > 0;
  const { answer: rock, missing } = useApi(
    "GET /api/rocks/number/:rockNumber",
    isAsked ? { params: { rockNumber: number } } : undefined,
  );

  const unsaved = isValid
    ? `Use ${number} first, or press Escape to keep ${find.rock_number}.`
    : NO_NUMBER;

  return (
    <form
      className="row wrap tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) setFailure(NO_NUMBER);
        else if (isOther) void tools.saveNumber(find, number).then(setFailure);
      }}
    >
      <label className="review-number row wrap">
        Rock{" "}
        <input
          ref={(input) => input?.setCustomValidity(isOther ? unsaved : "")}
          className="control"
          inputMode="numeric"
          autoComplete="off"
          aria-label="Rock Number"
          aria-invalid={failure !== undefined}
          aria-describedby="review-number-says"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setFailure(undefined);
          }}
          onInvalid={({ currentTarget }) => {
            setFailure(unsaved);
            currentTarget.focus();
          }}
          onKeyDown={({ key }) => {
            if (key !== "Escape") return;
            setText(String(find.rock_number));
            setFailure(undefined);
          }}
        />
      </label>
      {isOther && (
        <button type="submit" className="btn btn--quiet">
          {isValid ? `Use ${number}` : "Use it"}
        </button>
      )}
      <p id="review-number-says" className="small row full" role="status">
        {failure ??
          ((rock || missing) && (
            <>
              <img
                className="thumb"
                src={portraitOf(number, rock?.ready ? rock.version : null)}
                alt=""
              />
              <span>
                {rock
                  ? rock.comment || `Rock ${number} is in the catalogue.`
                  : `${number} isn’t in the catalogue.`}
              </span>
            </>
          ))}
      </p>
    </form>
  );
}

interface WarningProps<W> extends Props {
  warning: W;
}

function Warning({ warning, ...props }: WarningProps<ReviewWarning>) {
  const { find, tools } = props;
  if (warning.kind === "number")
    return <NumberWarning warning={warning} {...props} />;
  if (warning.kind === "same-picture")
    return <SamePicture warning={warning} {...props} />;
  if (warning.kind === "taken-back")
    return (
      <Note
        title="The finder took back what was hidden"
        words={warning.images
          .map(({ imagename, parts }) => {
            const at = find.images.findIndex(({ name }) => name === imagename);
            return `Photograph ${at + 1}: ${countOf(parts, "hidden part")} can be seen again.`;
          })
          .join(" ")}
      />
    );
  if (warning.kind === "changed")
    return (
      <Note
        title="Changed since somebody looked"
        words="Its finder has corrected it:"
      >
        <FindChanges changes={warning.changes} />
      </Note>
    );
  const km = formatCount(warning.distance_km ?? 0);
  const isPlace = warning.kind === "place";
  const [title, words] = isPlace
    ? [
        "The words and the map don’t agree",
        warning.distance_km === null
          ? `The place on the map is not in ${warning.named}.`
          : `${warning.named} is ${km} km from the place on the map.`,
      ]
    : [
        `${km} km in ${warning.hours} hours at most`,
        `It was in ${warning.location}, ${formatDay(warning.date)}. Even an aeroplane needs longer, so the number or the date may be wrong.`,
      ];
  return (
    <Note title={title} words={words}>
      {tools && (
        <Button
          look="text"
          onClick={() => (isPlace ? tools.onPlace : tools.onEdit)(find)}
        >
          {isPlace ? "Change the place" : "Edit it"}
        </Button>
      )}
    </Note>
  );
}

interface NoteProps {
  picture?: Elements;
  title: string;
  words: string;
  children?: Elements;
}

const Note = ({
  picture = <WarningIcon />,
  title,
  words,
  children,
}: NoteProps) => (
  <div className="review-note notice breaks">
    {picture}
    <div>
      <b>{title}</b>
      <span>{words}</span>
      {children}
    </div>
  </div>
);

type WarningOf<Kind extends ReviewWarning["kind"]> = Extract<
  ReviewWarning,
  { kind: Kind }
>;

function NumberWarning({
  warning: { in_catalogue, code, near },
  find,
  tools,
}: WarningProps<WarningOf<"number">>) {
  const { rock_number } = find;
  const [failure, setFailure] = useState<string>();
  const offered = code ?? near?.rock_number;
  const says =
    code !== null
      ? `The code says ${code}.`
      : near
        ? `Rock ${near.rock_number} was last found ${near.distance_km < 1 ? "right here" : `${near.distance_km} km from here`}.`
        : "Perhaps a digit is wrong. It can be shown all the same.";
  return (
    <Note
      title={
        rock_number === 0
          ? "The number couldn’t be read"
          : in_catalogue
            ? "The finder wrote another number"
            : `${rock_number} isn’t in the catalogue`
      }
      words={says}
    >
      {tools && offered !== undefined && (
        <Button
          look="text"
          onClick={() => void tools.saveNumber(find, offered).then(setFailure)}
        >{`Use ${offered}`}</Button>
      )}
      <Failure>{failure}</Failure>
    </Note>
  );
}

function SamePicture({
  warning: { imagename, earlier },
  find,
  store,
}: WarningProps<WarningOf<"same-picture">>) {
  const { i18n } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const title = "This picture looks like one sent before";
  if (!earlier)
    return <Note title={title} words="It is with a find that isn’t shown." />;
  const { uuid, name, rock_number, location, date, show } = earlier;
  const words = `Rock ${rock_number}, ${location}, ${formatDay(date)}${name ? `, from ${name}` : ""}.`;
  const picture = { uuid, name: earlier.imagename };
  const image = find.images.find(({ name }) => name === imagename);
  return (
    <>
      <Note
        picture={
          <SmallPicture
            store={store}
            {...picture}
            size="sm"
            className="thumb"
          />
        }
        title={title}
        words={`${words} It is ${show ? "already shown" : "not shown"}.`}
      >
        <Button look="text" onClick={() => setIsOpen(true)}>
          Compare them
        </Button>
      </Note>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Compare them"
        size="large"
      >
        <div className="side-by-side columns">
          <figure>
            <SmallPicture
              store={store}
              uuid={find.uuid}
              name={imagename}
              size="webp"
              alt={imageAlt(i18n, find, image?.description)}
            />
            <figcaption className="soft">This find</figcaption>
          </figure>
          <figure>
            <SmallPicture store={store} {...picture} size="webp" />
            <figcaption className="soft">{words}</figcaption>
          </figure>
        </div>
      </Dialog>
    </>
  );
}

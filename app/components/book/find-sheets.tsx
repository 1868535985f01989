import { Trans, useLingui } from "@lingui/react/macro";
import type {
  BookFind,
  BookMap,
  RockBook,
} from "#domain/finds/rock-book.server.ts";
import { imageAddress } from "#domain/store/media-addresses.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { useOtherLanguage } from "#app/components/language/use-other-language.ts";
import { arrangeRows } from "./arrange.ts";
import { FlatMap } from "#app/components/map/flat-map.tsx";
import { Facts, listTravels } from "#app/components/rocks/facts.tsx";

/** Shows finds in their order. Each with images begins a sheet; others follow each other on one. */
export function FindSheets({ finds }: { finds: BookFind[] }) {
  return divide(finds).map((sheet) => (
    <section key={sheet[0]!.uuid} className="book-sheet book-finds stack">
      {sheet.map((find) => (
        <Find key={find.uuid} find={find} />
      ))}
    </section>
  ));
}

function divide(finds: BookFind[]) {
  const sheets: BookFind[][] = [];
  for (const find of finds) {
    const last = sheets.at(-1);
    const isText = [find, last?.[0]].every((one) => one?.images.length === 0);
    if (last && isText) last.push(find);
    else sheets.push([find]);
  }
  return sheets;
}

/** Millimetres. A line of the location and of the comment has at least this many letters, even in wide scripts. */
const PAGE = { width: 178, height: 246 };
const LOCATION = { line: 9, letters: 24 };
const COMMENT = { line: 6.5, letters: 44, linesMax: 4 };
/** The day and the space around the images. */
const REST = 19;

/** Height of the space that heading and comment leave, divided by its width. A long comment goes on over the page. */
function roomFor({ location, comment }: BookFind) {
  const heading = LOCATION.line * Math.ceil(location.length / LOCATION.letters);
  const lines = Math.ceil(comment.length / COMMENT.letters);
  const text = COMMENT.line * Math.min(COMMENT.linesMax, lines);
  return (PAGE.height - REST - heading - text) / PAGE.width;
}

function Find({ find }: { find: BookFind }) {
  const { i18n } = useLingui();
  const { number, location, date, comment, lang, images } = find;
  const otherLanguage = useOtherLanguage();
  return (
    <article className="book-find">
      <div className="book-piece">
        <h2>
          <span className="book-number">
            <Trans>
              <span className="sr">Journey </span>
              {number}
            </Trans>
          </span>{" "}
          <span dir="auto" lang={otherLanguage(lang)}>
            {location}
          </span>
        </h2>
        <p className="book-day">
          <time dateTime={date}>{formatDay(i18n, date)}</time>
        </p>
        {images.length > 0 && <Images find={find} />}
      </div>
      {comment.trim() && (
        <p
          className="book-comment breaks"
          dir="auto"
          lang={otherLanguage(lang)}
        >
          {withoutGaps(comment)}
        </p>
      )}
    </article>
  );
}

function Images({ find }: { find: BookFind }) {
  const { i18n } = useLingui();
  const lang = useOtherLanguage()(find.lang);
  const { rows, width } = arrangeRows(find.images, roomFor(find));
  return (
    <div className="book-rows stack" style={{ inlineSize: `${width * 100}%` }}>
      {rows.map((row) => (
        <div key={row[0]!.name} className="book-row">
          {row.map(({ name, description, width, height }) => (
            <img
              key={name}
              src={imageAddress(find, name)}
              alt={imageAlt(i18n, find, description)}
              lang={description ? lang : undefined}
              width={width}
              height={height}
              style={{ flexGrow: width / height }}
              decoding="sync"
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Leaves one empty line of several, so that no page stays empty. */
const withoutGaps = (text: string) =>
  text.trim().replace(/\s*\n\s*\n\s*/g, "\n\n");

type Props = Pick<RockBook, "distance_km" | "countries"> & {
  map: BookMap;
};

export function JourneySheet({ map, ...travels }: Props) {
  const { t, i18n } = useLingui();
  return (
    <section className="book-sheet book-journey">
      <h2>{t`The journey`}</h2>
      <Facts
        className="book-facts"
        facts={listTravels(i18n, travels, travels.distance_km > 0)}
      />
      <FlatMap
        {...map}
        label={t`Map of the journey, with the number of each stop`}
      >
        {map.marks.map((mark) => (
          <Mark key={mark.label} {...mark} />
        ))}
      </FlatMap>
    </section>
  );
}

const MARK = { height: 17, padding: 8, letter: 5.6 };

function Mark({ x, y, label, isNewest }: BookMap["marks"][number]) {
  const width = Math.max(
    MARK.height,
    MARK.padding + MARK.letter * label.length,
  );
  return (
    <g
      className={isNewest ? "book-mark book-mark--newest" : "book-mark"}
      transform={`translate(${x} ${y})`}
    >
      <rect
        x={-width / 2}
        y={-MARK.height / 2}
        width={width}
        height={MARK.height}
        rx={MARK.height / 2}
      />
      <text textAnchor="middle" y="3.6">
        {label}
      </text>
    </g>
  );
}

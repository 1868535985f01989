import { useRevalidator } from "@remix-run/react";
import {
  catalogueAddress,
  catalogueThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { formatCount } from "#core/words.ts";
import { UNKNOWN_ARTIST } from "#domain/artists/unknown-artist.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import { type Page, useList } from "#app/components/admin/data/use-list.ts";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import {
  AdminTable,
  column,
  type Column,
  imageColumn,
  ROCK_COLUMN,
} from "#app/components/admin/table/admin-table.tsx";
import { Failure, Field, TextField } from "#app/components/fields/field.tsx";
import { EmptyState } from "#app/components/admin/ui/screen.tsx";
import { ImageField, Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { formatDay } from "#app/components/language/english.ts";
import { useState } from "react";
import type { ArtistName } from "#domain/artists/answers.ts";
import { messages } from "#core/messages.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { RowDialog, submits } from "#app/components/admin/ui/forms.tsx";
import { addressOf } from "#app/components/api/send.ts";
import { useArtistKey } from "./artists.tsx";
import { RockFollowers } from "./followers.tsx";
import { isLostLink } from "#app/components/api/send.ts";
import { Button } from "#app/components/ui/button.tsx";

const keyOf = (rock: Rock) => rock.rc_key;
const isBeingMade = ({ ready, error }: Rock) => !ready && !error;

const originalOf = (rcKey: number) =>
  addressOf("GET /api/rocks/:rcKey/original", { params: { rcKey } });

const COLUMNS: Column<Rock>[] = [
  imageColumn(({ rc_key, ready, rock_number, version }) => (
    <Thumbnail
      original={originalOf(rc_key)}
      small={ready ? catalogueThumbnailAddress(rock_number, version) : null}
      large={catalogueAddress(rock_number, version)}
      label={`rock ${rock_number}`}
    />
  )),
  ROCK_COLUMN,
  {
    title: "Artists",
    field: "artists",
    text: ({ artists }) =>
      artists.map(({ display_name }) => display_name).join(", ") ||
      UNKNOWN_ARTIST,
  },
  {
    title: "Comment",
    field: "comment",
    text: ({ comment }) => comment,
    cell: ({ error }) => <Failure>{error}</Failure>,
  },
  column("Followers", { width: 5 }, (rock) => formatCount(rock.followers)),
  column("Created", { field: "create_dt", width: 7 }, (rock) =>
    formatDay(rock.create_dt),
  ),
];

export function RockTable({
  first,
  sort,
  onEdit,
}: {
  first: Page<Rock>;
  sort: string;
  onEdit: (rock: Rock) => void;
}) {
  const list = useList(
    "GET /api/rocks",
    {},
    { keyOf, first, sort, isUnderWay: isBeingMade },
  );
  const { revalidate } = useRevalidator();
  const rows = useRowActions(list, {
    one: "rock",
    nameOf: ({ rock_number }) => `rock ${rock_number}`,
    labelOf: ({ rock_number }) => `Rock ${rock_number}`,
    deletes: "DELETE /api/rocks/:rcKey",
    sentOf: ({ rc_key }) => ({ params: { rcKey: rc_key } }),
    question: ({ length }) =>
      length === 1
        ? "Are you sure?"
        : `Are you sure? ${length} rocks will be deleted.`,
    onDeleted: revalidate,
  });
  return (
    <AdminTable
      label="Rocks"
      rows={rows}
      empty={
        <EmptyState>
          <b>No rocks found</b> Create Rock makes the first one.
        </EmptyState>
      }
      columns={COLUMNS}
      chooses="rocks of this list"
      onEdit={onEdit}
    />
  );
}

interface Props {
  rock?: Rock;
  number?: number;
  artists: ArtistName[];
  onClose: () => void;
  onReload: (rock: Rock) => void;
}

export function RockDialog({
  rock,
  number,
  artists,
  onClose,
  onReload,
}: Props) {
  const [chosen, setChosen] = useState(
    rock?.artists.map(({ ra_key }) => ra_key) ?? [],
  );
  const save = useSave(rock);
  const { call, wrong } = save;

  async function submit(fields: FormData, force: boolean) {
    const image = fields.get("image");
    const hasImage = image instanceof File && image.name !== "";
    if (rock) fields.set("rock_number", String(rock.rock_number));
    const isComplete =
      fields.get("rock_number") !== "" &&
      chosen.length > 0 &&
      (hasImage || rock !== undefined);
    if (!isComplete) return window.alert(messages.incompleteRock);

    // The image goes last, so that the server finds errors in the rest before it is sent.
    fields.delete("image");
    fields.set("artist_keys", JSON.stringify(chosen));
    if (hasImage) fields.set("image", image);
    const toast = ({ rock_number }: Rock) =>
      `Rock ${rock_number} was successful`;
    const saved = rock
      ? await call(
          "PUT /api/rocks/:rcKey",
          { params: { rcKey: rock.rc_key }, body: fields },
          { force, toast },
        )
      : await call("POST /api/rocks", { body: fields }, { toast });
    if (saved.ok) onClose();
    else window.alert("Error saving rock");
  }

  async function reload() {
    const now = await call("GET /api/rocks/number/:rockNumber", {
      params: { rockNumber: rock!.rock_number },
    });
    if (now.ok) onReload(now.answer);
  }

  return (
    <RowDialog
      title={rock ? `Edit Rock ${rock.rock_number}` : "Create Rock"}
      size="large"
      what="rock"
      save={save}
      values={rock ?? { rock_number: number }}
      onSubmit={submit}
      onSeeTheirs={reload}
      onClose={onClose}
    >
      <Field
        label="Rock Number*"
        name="rock_number"
        inputMode="numeric"
        autoComplete="off"
        disabled={rock !== undefined}
      />
      {rock && <CurrentPicture rock={rock} />}
      <ImageField label={rock ? "Replace Image" : "Image*"} />
      <ArtistChoice
        artists={artists}
        chosen={chosen}
        onChange={setChosen}
        error={wrong("artist_keys")}
      />
      <TextField
        label="Comment"
        name="comment"
        placeholder="Add optional comment here..."
      />
      {rock && <RockFollowers rock={rock} />}
    </RowDialog>
  );
}

function CurrentPicture({ rock }: { rock: Rock }) {
  const number = rock.rock_number;
  return (
    <figure className="rock-picture soft row">
      {rock.ready && (
        <Thumbnail
          className="form-picture"
          original={originalOf(rock.rc_key)}
          small={catalogueThumbnailAddress(number, rock.version)}
          large={catalogueAddress(number, rock.version)}
          label={`the current picture of rock ${number}`}
        />
      )}
      <figcaption>
        {rock.error ? (
          <span className="failure">{`The picture could not be made: ${rock.error}`}</span>
        ) : rock.ready ? (
          "Current picture"
        ) : (
          "The picture is being made ready."
        )}
      </figcaption>
    </figure>
  );
}

/** Chooses several artists, or adds one. Typing narrows the list; who is chosen stays in it. */
function ArtistChoice({
  artists,
  chosen,
  onChange,
  error,
}: {
  artists: ArtistName[];
  chosen: number[];
  onChange: (keys: number[]) => void;
  error?: string;
}) {
  const [typed, setTyped] = useState("");
  const save = useSave();
  const artistKey = useArtistKey(artists, save);
  const name = typed.trim();
  const wanted = name.toLowerCase().split(/\s+/);
  const isChosen = ({ ra_key }: ArtistName) => chosen.includes(ra_key);
  const isWanted = ({ display_name }: ArtistName) =>
    wanted.every((word) => display_name.toLowerCase().includes(word));
  const listed = artists.filter(
    (artist) => isChosen(artist) || isWanted(artist),
  );
  const isNew =
    name !== "" &&
    artists.every(
      ({ display_name }) => display_name.toLowerCase() !== name.toLowerCase(),
    );

  async function add() {
    const key = await artistKey(name);
    if (key === undefined) return;
    setTyped("");
    onChange([...chosen, key]);
  }

  return (
    <fieldset className="field stack">
      <legend>Artists*</legend>
      <p className="soft breaks" aria-live="polite">
        {chosen.length === 0
          ? "Nobody is chosen yet."
          : artists
              .filter(isChosen)
              .map(({ display_name }) => display_name)
              .join(", ")}
      </p>
      <input
        type="search"
        className="control"
        aria-label="Find or add an artist"
        placeholder="Find or add an artist"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // It would save the rock without the artist.
          event.preventDefault();
          if (isNew) void add();
        }}
      />
      <div className="artist-list columns breaks">
        {listed.map((artist) => (
          <label className="row" key={artist.ra_key}>
            <input
              type="checkbox"
              name="artist_keys"
              value={artist.ra_key}
              checked={isChosen(artist)}
              onChange={() =>
                onChange(
                  isChosen(artist)
                    ? chosen.filter((key) => key !== artist.ra_key)
                    : [...chosen, artist.ra_key],
                )
              }
            />
            <span>{artist.display_name}</span>
          </label>
        ))}
        {listed.length === 0 && <p className="row soft">No such artist</p>}
      </div>
      {isNew && (
        <Button look="mini" busy={save.isBusy} onClick={() => void add()}>
          {`Add ${name}`}
        </Button>
      )}
      <Failure>{error ?? save.wrong("display_name") ?? save.failure}</Failure>
    </fieldset>
  );
}

export function EditRockByNumber({
  onFound,
}: {
  onFound: (rock: Rock) => void;
}) {
  const { call, isBusy } = useSave();

  async function open(fields: FormData) {
    const number = String(fields.get("rock_number")).trim();
    if (number === "") return;
    const found = await call("GET /api/rocks/number/:rockNumber", {
      params: { rockNumber: Number(number) },
    });
    if (found.ok) onFound(found.answer);
    else if (isLostLink(found.error)) window.alert(found.error.message);
    else window.alert(`Rock number ${number} not found`);
  }

  return (
    <form
      className="edit-rock-by-number wrap low tight"
      onSubmit={submits(open)}
    >
      <Field
        label="Rock Number"
        name="rock_number"
        inputMode="numeric"
        autoComplete="off"
      />
      <Button type="submit" look="quiet" busy={isBusy}>
        Edit
      </Button>
    </form>
  );
}

import { useRef, useState } from "react";
import { messages } from "#core/messages.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import { splitCoordinates } from "#domain/finds/schemas.ts";
import {
  CoordinatesField,
  readPlace,
} from "#app/components/admin/places/place.tsx";
import {
  Field,
  SwitchField,
  TextField,
} from "#app/components/fields/field.tsx";
import { WrittenIn } from "#app/components/language/written-in.tsx";
import { FindImages, type SeenPictures } from "./find-images.tsx";
import { readTexts, RowDialog } from "#app/components/admin/ui/forms.tsx";
import { useSave } from "#app/components/admin/data/use-save.ts";
import type { HistoryEntry } from "#domain/finds/answers.ts";
import { useList } from "#app/components/admin/data/use-list.ts";
import { ListStates } from "#app/components/admin/table/admin-table.tsx";
import { FindChanges } from "#app/components/finds/find-changes.tsx";
import { formatMoment } from "#app/components/language/english.ts";

interface Props {
  find: AdminFind;
  onClose: () => void;
  onReload: (find: AdminFind) => void;
}

export function FindDialog({ find, onClose, onReload }: Props) {
  const [location, setLocation] = useState(find.location);
  const [wrongCoordinates, setWrongCoordinates] = useState<string>();
  const save = useSave(find);
  const pictures = useRef<SeenPictures>({ version: find.version });

  /** Of the find as it was opened, with its pictures as they are listed now. */
  async function seenVersion() {
    await pictures.current.change;
    const [own] = find.version.split(".");
    const [, ofPictures] = pictures.current.version.split(".");
    return `${own}.${ofPictures}`;
  }

  async function submit(fields: FormData, force: boolean) {
    const { coordinates, precision } = readPlace(fields);
    const place = splitCoordinates(coordinates);
    if (!place) {
      setWrongCoordinates(messages.coordinates);
      save.getForm().querySelector<HTMLElement>("[name=coordinates]")?.focus();
      return;
    }
    const day = String(fields.get("date"));
    const change = {
      ...readTexts(fields, "rock_number", "comment", "name", "email"),
      location,
      // The time of a find stays as it was unless its day is changed.
      date: day === find.date.slice(0, 10) ? find.date : day,
      show: fields.has("show"),
      coordinates,
      ...place,
      precision,
    };
    const saved = await save.call(
      "PUT /api/journey-admin/:rpsKey",
      { params: { rpsKey: find.rps_key }, body: change },
      { force, version: seenVersion(), toast: () => "Saved." },
    );
    if (saved.ok) onClose();
    else window.alert(`Failed to save changes: ${saved.error.message}`);
  }

  async function reload() {
    const now = await save.call("GET /api/journey-admin/uuid/:uuid", {
      params: { uuid: find.uuid },
    });
    if (now.ok) onReload(now.answer);
  }

  return (
    <RowDialog
      title={`Edit post: rock ${find.rock_number}`}
      size="large"
      what="post"
      save={save}
      values={find}
      onSubmit={submit}
      onSeeTheirs={reload}
      onClose={onClose}
    >
      <Field
        label="Rock"
        name="rock_number"
        inputMode="numeric"
        aria-required
      />
      <Field
        label="Date"
        name="date"
        type="date"
        aria-required
        defaultValue={find.date.slice(0, 10)}
      />
      <Field
        label="Location"
        name="location"
        aria-required
        value={location}
        onChange={(event) => setLocation(event.currentTarget.value)}
      />
      <SwitchField label="Show" name="show" />
      <CoordinatesField
        find={find}
        onChange={() => setWrongCoordinates(undefined)}
        location={location}
        error={
          wrongCoordinates ?? save.wrong("coordinates", "latitude", "longitude")
        }
      />
      <div>
        <TextField label="Comment" name="comment" aria-required />
        <WrittenIn lang={find.lang} />
      </div>
      <Field label="Name" name="name" />
      <Field label="Email" name="email" type="email" />
      <p className="soft">{`UUID ${find.uuid}`}</p>
      <FindImages find={find} seen={pictures} />
      <FindHistory find={find} />
    </RowDialog>
  );
}

function FindHistory({ find }: { find: AdminFind }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="find-history disclosure breaks"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>History</summary>
      {isOpen && <Entries find={find} />}
    </details>
  );
}

const keyOf = ({ history_key }: HistoryEntry) => history_key;

function Entries({ find }: { find: AdminFind }) {
  const list = useList(
    "GET /api/journey-admin/:rpsKey/history",
    { params: { rpsKey: find.rps_key } },
    { keyOf },
  );
  return (
    <ListStates
      list={list}
      empty="Nothing has been noted yet."
      failed="The history could not be loaded."
    >
      {(entries) => (
        <ol className="small lined">
          {entries.map((entry) => (
            <li key={entry.history_key}>
              <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
              <span>{`: ${describeDeed(entry)}`}</span>
              <FindChanges changes={entry.changes} />
            </li>
          ))}
        </ol>
      )}
    </ListStates>
  );
}

const authors: Record<HistoryEntry["by"], string> = {
  admin: "you",
  review: "you, from the mail,",
  finder: "the finder",
};

const deeds: Record<HistoryEntry["what"], string> = {
  sent: "sent it",
  changed: "changed it",
  shown: "showed it",
  hidden: "hid it",
  undone: "took that back",
  "image-added": "added an image",
  "image-shown": "showed an image",
  "image-hidden": "hid an image",
  "image-deleted": "deleted an image",
  "original-arrived": "sent the full picture of an image",
  "image-restored": "took an image out of the trash",
  deleted: "deleted it",
  restored: "took it out of the trash",
};

const describeDeed = ({ by, what }: HistoryEntry) =>
  by === "finder" && what === "hidden"
    ? "so it was hidden until you look at it"
    : by === "finder" && what === "image-hidden"
      ? "an image was hidden, because the finder’s full picture looks different"
      : `${authors[by]} ${deeds[what]}`;

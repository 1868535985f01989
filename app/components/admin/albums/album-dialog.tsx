import { useState, type ChangeEvent } from "react";
import * as v from "valibot";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import { AlbumName } from "#domain/albums/schemas.ts";
import { messages } from "#domain/core/messages.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { useList } from "#app/components/admin/data/use-list.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { DialogBar } from "#app/components/admin/ui/dialog-bar.tsx";
import {
  Field,
  SwitchField,
  TextField,
} from "#app/components/fields/field.tsx";
import { EditForm } from "#app/components/admin/ui/edit-form.tsx";
import { RowDialog } from "#app/components/admin/table/row-dialog.tsx";
import { AddImages } from "./add-images.tsx";
import { PhotoTable } from "./photo-table.tsx";
import "./album-dialog.css";

interface Props {
  /** Absent for a new one. */
  album?: AdminAlbum;
  onClose: () => void;
  onSaved: () => void;
  /** Called with the sync job that turns the uploaded images into photos. */
  onUploaded: (jobId: string) => void;
}

/** 'Create Album', or 'Edit Album' with the album's photos. */
export const AlbumDialog = ({ album, ...props }: Props) =>
  album ? <EditAlbum first={album} {...props} /> : <CreateAlbum {...props} />;

const readFields = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return {
    display_name: String(data.get("display_name")),
    desc: String(data.get("desc")),
    show: data.has("show"),
  };
};

const AlbumFields = () => (
  <>
    <Field wide label="Display Name" name="display_name" maxLength={100} />
    <TextField full label="Description" name="desc" rows={2} maxLength={2000} />
    <SwitchField label="Show" name="show" />
  </>
);

const photoKey = ({ p_key }: AdminPhoto) => p_key;

function CreateAlbum({ onClose, onSaved }: Pick<Props, "onClose" | "onSaved">) {
  const [name, setName] = useState("");
  /** Letters that a name can't have were typed, and left out. */
  const [isCut, setIsCut] = useState(false);
  const save = useSave();
  const { wrong } = save;
  const check = v.safeParse(AlbumName, name);
  const wrongName =
    wrong("name") ??
    (isCut
      ? messages.albumName
      : name !== "" && !check.success
        ? check.issues[0].message
        : undefined);

  function type({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const lower = currentTarget.value.toLowerCase();
    const allowed = lower.replace(/[^a-z0-9]/g, "");
    setIsCut(allowed !== lower);
    setName(allowed);
  }

  async function create(form: HTMLFormElement) {
    const created = await save.call("POST /api/albums", {
      body: { name, ...readFields(form) },
    });
    if (!created.ok) return;
    const made = await save.call("POST /api/albums/:albumName/init-folder", {
      params: { albumName: name },
    });
    if (made.ok) onSaved();
  }

  return (
    <RowDialog
      title="Create Album"
      what="album"
      narrow
      save={save}
      submit="Create"
      disabled={!check.success}
      onSubmit={(form) => void create(form)}
      onClose={onClose}
    >
      <Field
        wide
        label="Name"
        name="name"
        aria-required
        value={name}
        onChange={type}
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={wrongName}
        hint={!wrongName && messages.albumName}
      />
      <AlbumFields />
    </RowDialog>
  );
}

function EditAlbum({
  first,
  onClose,
  onSaved,
  onUploaded,
}: Omit<Props, "album"> & { first: AdminAlbum }) {
  const [album, setAlbum] = useState(first);
  /** Another number renders the form anew. */
  const [round, setRound] = useState(0);
  const save = useSave(album);
  const { hasChanges, mayClose } = save;
  const upload = useSave();
  const params = { paKey: album.pa_key };
  const photos = useList(
    "GET /api/albums/:paKey/photos",
    { params },
    { keyOf: photoKey },
  );
  const sync = useJob({ onEnd: () => void photos.reload() });

  // Closing it would hide how far the upload has come.
  const isLocked = save.isBusy || upload.isBusy;

  async function refresh() {
    const now = await save.call("GET /api/albums/:paKey", { params });
    if (!now.ok || !(await photos.reload()))
      return window.alert("Failed to refresh album data.");
    setAlbum(now.answer);
    forgetFailures();
    setRound((round) => round + 1);
  }

  function forgetFailures() {
    save.forgetFailure();
    upload.forgetFailure();
  }

  /** The upload is done, and with it the dialog, unless something else in it is still to be saved. */
  function followUpload(jobId: string) {
    forgetFailures();
    onUploaded(jobId);
    if (hasChanges()) sync.follow(jobId);
    else onClose();
  }

  async function update(form: HTMLFormElement, force: boolean) {
    const saved = await save.call(
      "PUT /api/albums/:paKey",
      { params, body: readFields(form) },
      { force },
    );
    if (saved.ok) onSaved();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isLocked}
      mayClose={mayClose}
      title="Edit Album"
      size="wide"
    >
      <EditForm
        key={round}
        id="album-form"
        what="album"
        save={save}
        values={album}
        onSubmit={(form, force) => void update(form, force)}
        onSeeTheirs={() => void refresh()}
      >
        <Field wide label="Name" value={album.name} readOnly />
        <AlbumFields />
      </EditForm>
      <div className="album-photos">
        <header className="album-photos-head row">
          <h3>Photos</h3>
          <Button
            look="quiet"
            onClick={() => {
              if (mayClose()) void refresh();
            }}
          >
            Refresh
          </Button>
          <AddImages
            album={album.name}
            upload={upload}
            onUploaded={followUpload}
          />
        </header>
        <p className="soft" role="status">
          {sync.isRunning
            ? "The images are sent, and their sync has begun by itself. Your changes above are not saved yet."
            : sync.job &&
              "The new images are in the list. Your changes above are not saved yet."}
        </p>
        <PhotoTable
          key={round}
          album={album}
          list={photos}
          onChanged={forgetFailures}
        />
      </div>
      <DialogBar
        save={save}
        onClose={onClose}
        submit="Update"
        form="album-form"
        locked={upload.isBusy}
      />
    </Dialog>
  );
}

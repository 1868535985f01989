import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
} from "react";
import * as v from "valibot";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useUnsavedChanges } from "#app/components/ui/use-unsaved-changes.ts";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import { AlbumName } from "#domain/albums/schemas.ts";
import { messages } from "#domain/core/messages.ts";
import { AddImages } from "#app/components/admin/jobs/add-images.tsx";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { callApi } from "#app/components/admin/ui/call-api.ts";
import {
  Field,
  SwitchField,
  TextField,
} from "#app/components/admin/ui/field.tsx";
import { FormError } from "#app/components/admin/ui/form-error.tsx";
import { PhotoTable } from "./photo-table.tsx";
import { StaleNotice } from "#app/components/admin/ui/stale-notice.tsx";
import { isOver, useJob } from "#app/components/admin/jobs/use-job.ts";
import { useList } from "#app/components/admin/table/use-list.ts";
import { useSave } from "#app/components/admin/ui/use-save.ts";
import "./album-dialog.css";

interface Props {
  /** Absent: a new one is made. */
  album?: AdminAlbum;
  onClose: () => void;
  onSaved: () => void;
  /** Told of the sync that turns what was uploaded into photos. */
  onUploaded: (jobId: string) => void;
}

/** 'Create Album', or 'Edit Album' with the album's photos. */
export const AlbumDialog = ({ album, ...props }: Props) =>
  album ? <EditAlbum first={album} {...props} /> : <CreateAlbum {...props} />;

const readFields = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return {
    display_name: data.get("display_name"),
    desc: data.get("desc"),
    show: data.has("show"),
  };
};

function AlbumFields({
  album,
  wrong,
}: {
  album?: AdminAlbum;
  wrong: (name: string) => string | undefined;
}) {
  return (
    <>
      <Field
        wide
        label="Display Name"
        name="display_name"
        maxLength={100}
        defaultValue={album?.display_name}
        error={wrong("display_name")}
      />
      <TextField
        full
        label="Description"
        name="desc"
        rows={2}
        maxLength={2000}
        defaultValue={album?.desc}
        error={wrong("desc")}
      />
      <SwitchField
        label="Show"
        name="show"
        defaultChecked={album?.show ?? false}
      />
    </>
  );
}

function CreateAlbum({ onClose, onSaved }: Pick<Props, "onClose" | "onSaved">) {
  const [name, setName] = useState("");
  const [isCut, setIsCut] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mayClose } = useUnsavedChanges(form);
  const { save, isSaving, refusal, wrong } = useSave<AdminAlbum>();
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

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = readFields(event.currentTarget);
    try {
      await save("POST", "/api/albums", { name, ...fields });
      await callApi("POST", `/api/albums/${name}/init-folder`);
      onSaved();
    } catch (error) {
      console.error("Error creating album", error);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isSaving}
      mayClose={mayClose}
      title="Create Album"
    >
      <form
        ref={form}
        className="admin-form admin-form--narrow"
        onSubmit={(event) => void create(event)}
      >
        <div className="field field--wide">
          <Field
            label="Name"
            name="name"
            value={name}
            onChange={type}
            maxLength={60}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            error={wrongName}
          />
          {!wrongName && (
            <span className="field-hint">{messages.albumName}</span>
          )}
        </div>
        <AlbumFields wrong={wrong} />
        <FormError refusal={refusal} />
        <footer className="admin-bar">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => mayClose() && onClose()}
            disabled={isSaving}
          >
            Cancel
          </button>
          <BusyButton busy={isSaving} disabled={!check.success}>
            Create
          </BusyButton>
        </footer>
      </form>
    </Dialog>
  );
}

function EditAlbum({
  first,
  onClose,
  onSaved,
  onUploaded,
}: Omit<Props, "album"> & { first: AdminAlbum }) {
  const [album, setAlbum] = useState(first);
  const [round, setRound] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const { save, isSaving, isStale, refusal, wrong } = useSave(album);
  const form = useRef<HTMLFormElement>(null);
  const { hasChanges, mayClose } = useUnsavedChanges(form, round);
  const photos = useList<AdminPhoto>(`/api/albums/${album.pa_key}/photos`);
  const sync = useUploadSync(photos.load);

  // Closing it would hide how far the sending has come.
  const isBusy = isSaving || isSending;

  async function refresh() {
    try {
      const { answer } = await callApi<AdminAlbum>(
        "GET",
        `/api/albums/${album.pa_key}`,
      );
      const list = await callApi<AdminPhoto[]>(
        "GET",
        `/api/albums/${album.pa_key}/photos`,
      );
      setAlbum(answer);
      photos.setItems(list.answer);
      setRound((round) => round + 1);
    } catch (error) {
      console.error("Error refreshing album", error);
      window.alert("Failed to refresh album data.");
    }
  }

  /** The upload is done, and with it the dialog, unless something else in it is still to be saved. */
  function uploaded(jobId: string) {
    onUploaded(jobId);
    if (hasChanges()) sync.follow(jobId);
    else onClose();
  }

  async function update(force = false) {
    try {
      await save(
        "PUT",
        `/api/albums/${album.pa_key}`,
        { ...album, ...readFields(form.current!) },
        { force },
      );
      onSaved();
    } catch (error) {
      console.error("Error updating album", error);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={isBusy}
      mayClose={mayClose}
      title="Edit Album"
      size="wide"
    >
      <form
        key={round}
        ref={form}
        id="album-form"
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          void update();
        }}
      >
        <Field wide label="Name" value={album.name} readOnly />
        <AlbumFields album={album} wrong={wrong} />
        <FormError refusal={refusal} />
        {isStale && (
          <StaleNotice
            what="album"
            onSeeTheirs={() => void refresh()}
            onSaveMine={() => void update(true)}
          />
        )}
      </form>
      <div className="album-photos">
        <header className="album-photos-head">
          <h3>Photos</h3>
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => {
              if (mayClose()) void refresh();
            }}
          >
            Refresh
          </button>
          <AddImages
            album={album.name}
            onSending={setIsSending}
            onUploaded={uploaded}
          />
        </header>
        <p className="admin-small" role="status">
          {sync.note}
        </p>
        <PhotoTable album={album} photos={photos} />
      </div>
      <footer className="admin-bar album-bar">
        <button
          type="button"
          className="btn btn--quiet"
          onClick={() => mayClose() && onClose()}
          disabled={isBusy}
        >
          Cancel
        </button>
        <BusyButton busy={isSaving} form="album-form">
          Update
        </BusyButton>
      </footer>
    </Dialog>
  );
}

/** Follows the sync that turns uploaded images into photos, and loads the photos once it is over. */
function useUploadSync(load: () => Promise<void>) {
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId);
  const hasEnded = job !== undefined && isOver(job);
  useEffect(() => {
    if (hasEnded) void load();
  }, [hasEnded, load]);
  return {
    follow: setJobId,
    note:
      jobId &&
      (hasEnded
        ? "The new images are in the list. Your changes above are not saved yet."
        : "The images are sent. Your changes above are not saved yet."),
  };
}

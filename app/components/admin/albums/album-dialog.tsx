import { addressOf } from "#app/components/api/send.ts";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { messages } from "#core/messages.ts";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import { AlbumName } from "#domain/albums/schemas.ts";
import {
  photoAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { useList } from "#app/components/admin/data/use-list.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { useUploads } from "#app/components/admin/data/use-uploads.ts";
import {
  column,
  imageColumn,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import {
  orderColumn,
  SortableTable,
} from "#app/components/admin/table/sortable-table.tsx";
import {
  Opened,
  readTexts,
  RowDialog,
  useOpener,
} from "#app/components/admin/ui/forms.tsx";
import {
  ChoosePictures,
  Thumbnail,
} from "#app/components/admin/ui/picture.tsx";
import { UploadsState } from "#app/components/admin/ui/uploads.tsx";
import {
  Failure,
  Field,
  SwitchField,
  TextField,
} from "#app/components/fields/field.tsx";
import { formatDay } from "#app/components/language/english.ts";
import { Button } from "#app/components/ui/button.tsx";

const readFields = (fields: FormData) => ({
  ...readTexts(fields, "display_name", "desc"),
  show: fields.has("show"),
});

const AlbumFields = () => (
  <>
    <Field label="Display Name" name="display_name" maxLength={100} />
    <TextField label="Description" name="desc" rows={2} maxLength={2000} />
    <SwitchField label="Show" name="show" />
  </>
);

export function CreateAlbum({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const save = useSave();
  const check = v.safeParse(AlbumName, name);
  const wrongName =
    save.wrong("name") ??
    (name !== "" && !check.success ? check.issues[0].message : undefined);

  async function create(fields: FormData) {
    const created = await save.call("POST /api/albums", {
      body: { name, ...readFields(fields) },
    });
    if (!created.ok) return;
    const made = await save.call("POST /api/albums/:albumName/init-folder", {
      params: { albumName: name },
    });
    if (made.ok) onClose();
  }

  return (
    <RowDialog
      title="Create Album"
      what="album"
      save={save}
      submit="Create"
      disabled={!check.success}
      onSubmit={create}
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        aria-required
        value={name}
        onChange={({ currentTarget: { value } }) =>
          setName(value.toLowerCase().replace(/[^a-z0-9]/g, ""))
        }
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

const photoKey = ({ p_key }: AdminPhoto) => p_key;

export function EditAlbum({
  album,
  onClose,
  onReload,
  syncs,
  onSync,
}: {
  album: AdminAlbum;
  onClose: () => void;
  onReload: (album: AdminAlbum) => void;
  /** Changes when a sync ends: then there may be other photos. */
  syncs: number;
  /** Called with the sync job that turns the uploaded images into photos. */
  onSync: (jobId: string) => void;
}) {
  const save = useSave(album);
  const params = { paKey: album.pa_key };
  const sync = useSave();
  const uploads = useUploads(
    (call, file) => {
      const body = new FormData();
      body.append("files", file);
      return call(
        "POST /api/albums/:albumName/upload-images",
        { params: { albumName: album.name }, query: { sync: "later" }, body },
        { isUpload: true },
      );
    },
    async ({ added, failed, isCancelled }) => {
      if (added > 0) {
        const begun = await sync.call("POST /api/albums/sync", {});
        if (begun.ok) onSync(begun.answer.job_id);
      }
      if (failed === 0) {
        window.alert("Upload complete. Please run the SYNC tool.");
        if (!save.hasChanges()) onClose();
      } else if (added === 0 && !isCancelled)
        window.alert("Upload failed. Check console for details.");
    },
  );

  async function refresh() {
    const now = await save.call("GET /api/albums/:paKey", { params });
    if (now.ok) onReload(now.answer);
    else window.alert("Failed to refresh album data.");
  }

  async function update(fields: FormData, force: boolean) {
    const saved = await save.call(
      "PUT /api/albums/:paKey",
      { params, body: readFields(fields) },
      { force },
    );
    if (saved.ok) onClose();
  }

  return (
    <RowDialog
      title="Edit Album"
      size="wide"
      what="album"
      save={save}
      values={album}
      submit="Update"
      // Closing it would hide how far the upload has come.
      locked={uploads.isBusy}
      onSubmit={update}
      onSeeTheirs={refresh}
      onClose={onClose}
      below={
        <div className="album-photos">
          <header className="album-photos-head row wrap">
            <h3 className="grows">Photos</h3>
            <Button
              look="quiet"
              disabled={uploads.isBusy}
              onClick={() => save.mayClose() && void refresh()}
            >
              Refresh
            </Button>
            <ChoosePictures
              label="Images to add"
              multiple
              disabled={uploads.isBusy}
              onChoose={(files) => void uploads.start(files)}
            >
              Add Images
            </ChoosePictures>
            <UploadsState uploads={uploads} />
          </header>
          <PhotoTable album={album} syncs={syncs} />
        </div>
      }
    >
      <Field label="Name" value={album.name} readOnly />
      <AlbumFields />
    </RowDialog>
  );
}

function PhotoTable({ album, syncs }: { album: AdminAlbum; syncs: number }) {
  const { call, failure } = useSave();
  const editor = useOpener<AdminPhoto>();
  const params = { paKey: album.pa_key };
  const list = useList(
    "GET /api/albums/:paKey/photos",
    { params },
    { keyOf: photoKey },
  );
  const { reload } = list;
  useEffect(() => {
    if (syncs > 0) void reload();
  }, [syncs, reload]);
  const rows = useRowActions(list, {
    one: "photo",
    nameOf: ({ name }) => name,
    labelOf: ({ display_name, name }) => display_name || name,
    deletes: "DELETE /api/albums/photos/:pKey",
    sentOf: ({ p_key }) => ({ params: { pKey: p_key } }),
    shows: "POST /api/albums/photos/:pKey/toggle-show",
    onDeleted: list.reload,
  });

  async function remove(photo: AdminPhoto) {
    if ((await rows.remove(photo)) === false)
      window.alert("Failed to delete photo.");
  }

  const columns: Column<AdminPhoto>[] = [
    imageColumn(({ p_key, name }) => (
      <Thumbnail
        {...photoAddresses(album.name, name)}
        original={originalOf(p_key)}
        label={name}
      />
    )),
    column("Name", { className: "at-title" }, ({ name, error }) => (
      <>
        <span>{name}</span>
        <Failure>{error}</Failure>
      </>
    )),
    { title: "Display Name", field: "display_name", isNamed: false },
    { title: "Description", field: "desc", isNamed: false },
    column(
      "Date",
      { width: 4.1, isNamed: false },
      ({ date }) => date && formatDay(date),
    ),
    orderColumn,
    { title: "Show", field: "show", width: 3.6 },
    { title: "Width", field: "width", width: 4 },
    { title: "Height", field: "height", width: 4 },
  ];
  return (
    <>
      <Failure>{failure}</Failure>
      <SortableTable
        label="Photos"
        rows={rows}
        empty="No photos yet. Add Images brings some."
        columns={columns}
        chooses="photos"
        onToggle={rows.setShow}
        onEdit={editor.open}
        onDelete={remove}
        swap={(a, b) =>
          call("POST /api/albums/:paKey/photos/swap", {
            params,
            body: {
              photo1: { p_key: a.p_key, order_num: a.order_num },
              photo2: { p_key: b.p_key, order_num: b.order_num },
            },
          })
        }
        saveOrder={(order) =>
          call("POST /api/albums/:paKey/photos/reorder-all", {
            params,
            body: { order: order.map(photoKey) },
          })
        }
      />
      <Opened by={editor} onClose={list.reload}>
        {(photo, close) => (
          <PhotoDialog
            album={album}
            photo={photo}
            onClose={close}
            onReload={editor.open}
          />
        )}
      </Opened>
    </>
  );
}

function PhotoDialog({
  album,
  photo,
  onClose,
  onReload,
}: {
  album: AdminAlbum;
  photo: AdminPhoto;
  onClose: () => void;
  onReload: (photo: AdminPhoto) => void;
}) {
  const save = useSave(photo);
  const params = { pKey: photo.p_key };

  async function refresh() {
    const now = await save.call("GET /api/albums/photos/:pKey", { params });
    if (now.ok) onReload(now.answer);
    else window.alert("Failed to refresh album data.");
  }

  async function update(fields: FormData, force: boolean) {
    const body = {
      ...readTexts(fields, "display_name", "date", "desc"),
      show: fields.has("show"),
    };
    const saved = await save.call(
      "PUT /api/albums/photos/:pKey",
      { params, body },
      { force },
    );
    if (saved.ok) onClose();
    else window.alert("Failed to update photo.");
  }

  return (
    <RowDialog
      title={`Edit Photo: ${photo.name}`}
      what="photo"
      save={save}
      values={photo}
      submit="Update"
      buttons={
        <Button
          look="quiet"
          disabled={save.isBusy}
          onClick={() => save.mayClose() && void refresh()}
        >
          Refresh
        </Button>
      }
      onSubmit={update}
      onSeeTheirs={refresh}
      onClose={onClose}
    >
      <Thumbnail
        {...photoAddresses(album.name, photo.name)}
        original={originalOf(photo.p_key)}
        label={photo.name}
        className="form-picture"
      />
      <Field label="Display Name" name="display_name" />
      <Field label="Date" name="date" type="date" />
      <TextField label="Description" name="desc" />
      <label className="check row">
        <input type="checkbox" name="show" defaultChecked={photo.show} /> Show
      </label>
    </RowDialog>
  );
}

const originalOf = (pKey: number) =>
  addressOf("GET /api/albums/photos/:pKey/original", { params: { pKey } });

/** The addresses of a photo in two sizes. `name` is null while the photo is not ready. */
export const photoAddresses = (album: string, name: string | null) => ({
  small: name && photoThumbnailAddress(album, name),
  large: photoAddress(album, name ?? ""),
});

import { useState } from "react";
import { countOf, formatCount } from "#core/words.ts";
import type { AdminAlbum } from "#domain/albums/answers.ts";
import { useJob } from "#app/components/admin/data/use-job.ts";
import { useList, type Page } from "#app/components/admin/data/use-list.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  imageColumn,
  type Column,
} from "#app/components/admin/table/admin-table.tsx";
import { useRowActions } from "#app/components/admin/table/row-actions.ts";
import {
  orderColumn,
  SortableTable,
} from "#app/components/admin/table/sortable-table.tsx";
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";
import { EmptyState, JobBar } from "#app/components/admin/ui/screen.tsx";
import { Thumbnail } from "#app/components/admin/ui/picture.tsx";
import { Failure } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { CreateAlbum, EditAlbum, photoAddresses } from "./album-dialog.tsx";

const keyOf = ({ pa_key }: AdminAlbum) => pa_key;

const COLUMNS: Column<AdminAlbum>[] = [
  imageColumn(({ name, first_image_name }) => (
    <Thumbnail
      {...photoAddresses(name, first_image_name)}
      label={`the first picture of ${name}`}
    />
  )),
  { title: "Name", field: "name", className: "at-title" },
  { title: "Display Name", field: "display_name", isNamed: false },
  { title: "Description", field: "desc", isNamed: false },
  orderColumn,
  { title: "Show", field: "show", width: 3.6 },
  { title: "Count", field: "count", width: 4 },
];

export function AlbumsScreen({ first }: { first: Page<AdminAlbum> }) {
  const list = useList("GET /api/albums", {}, { keyOf, first });
  const { items } = list;
  const save = useSave();
  const rows = useRowActions(list, {
    one: "album",
    nameOf: ({ name }) => name,
    labelOf: ({ display_name, name }) => display_name || name,
    deletes: "DELETE /api/albums/:paKey",
    sentOf: ({ pa_key }) => ({ params: { paKey: pa_key } }),
    shows: "PATCH /api/albums/:paKey/show",
  });
  /** Syncs that have ended since the screen was opened. */
  const [syncs, setSyncs] = useState(0);
  const sync = useJob({
    onEnd() {
      setSyncs((before) => before + 1);
      return list.reload();
    },
  });
  const { job } = sync;
  /** The sync was started by an upload, not by its button. */
  const [isByItself, setIsByItself] = useState(false);
  const editor = useOpener<AdminAlbum | "new">();

  async function refresh() {
    if (!(await list.refresh())) window.alert("Failed to refresh album data.");
  }

  async function remove(album: AdminAlbum) {
    const isDeleted = await rows.remove(album);
    if (isDeleted === undefined) return;
    const closed =
      isDeleted &&
      (await save.call("POST /api/albums/reorder-all", { body: {} }));
    if (!closed || !closed.ok)
      window.alert("An error occurred while deleting the album.");
    await list.reload();
  }

  return (
    <>
      <header className="admin-head">
        <h1>Albums</h1>
        {items && items.length > 0 && <p>{summary(items)}</p>}
        <div className="buttons wrap">
          <Button look="quiet" onClick={() => void refresh()}>
            Refresh
          </Button>
          <Button
            look="quiet"
            disabled={sync.isRunning}
            onClick={() => {
              setIsByItself(false);
              void sync.start("POST /api/albums/sync", {});
            }}
          >
            Sync
          </Button>
          <Button onClick={() => editor.open("new")}>Create</Button>
        </div>
      </header>
      <div className="sync-progress small row breaks">
        {sync.isRunning && <JobBar job={job} label="Albums synced" />}
        <p role="status">
          {sync.isRunning
            ? `${isByItself ? "The sync has begun by itself. " : ""}${job && job.total > 0 ? `Syncing: ${formatCount(job.done)} of ${formatCount(job.total)}` : "Syncing …"}`
            : job?.state === "succeeded"
              ? `Synced: ${job.message}${isByItself ? ". It began by itself after the upload." : ""}`
              : job?.state === "failed" && (
                  <span className="failure">{`The sync failed: ${job.error ?? "Something went wrong"}`}</span>
                )}
        </p>
      </div>
      <Failure>{sync.failure ?? save.failure}</Failure>
      <SortableTable
        label="Albums"
        rows={rows}
        empty={
          <EmptyState>
            No albums yet. Create makes the first one. Sync takes folders of
            pictures that were copied to albums/ in the site&apos;s store.
          </EmptyState>
        }
        columns={COLUMNS}
        onToggle={rows.setShow}
        onEdit={editor.open}
        onDelete={remove}
        swap={(a, b) =>
          save.call("POST /api/albums/reorder", {
            body: {
              a_key: a.pa_key,
              a_order: a.order_num,
              b_key: b.pa_key,
              b_order: b.order_num,
            },
          })
        }
        saveOrder={(order) =>
          save.call("POST /api/albums/reorder-all", {
            body: { order: order.map(keyOf) },
          })
        }
      />
      <Opened by={editor} onClose={list.reload}>
        {(album, close) =>
          album === "new" ? (
            <CreateAlbum onClose={close} />
          ) : (
            <EditAlbum
              album={album}
              onClose={close}
              onReload={editor.open}
              syncs={syncs}
              onSync={(jobId) => {
                setIsByItself(true);
                sync.follow(jobId);
              }}
            />
          )
        }
      </Opened>
    </>
  );
}

/** '5 albums · 70 photos · 1 hidden' */
function summary(albums: AdminAlbum[]) {
  const photos = albums.reduce((sum, { count }) => sum + count, 0);
  const hidden = albums.filter(({ show }) => !show).length;
  return [
    countOf(albums.length, "album"),
    countOf(photos, "photo"),
    ...(hidden > 0 ? [`${formatCount(hidden)} hidden`] : []),
  ].join(" · ");
}

import { useEffect, useState } from "react";
import type { AdminAlbum } from "#domain/albums/answers.ts";
import type { Job } from "#domain/jobs/answers.ts";
import { AlbumDialog } from "./album-dialog.tsx";
import { AlbumsTable } from "./albums-table.tsx";
import { Calm } from "#app/components/admin/frame/calm.tsx";
import { callApi, Refusal } from "#app/components/admin/ui/call-api.ts";
import { ListStates } from "#app/components/admin/table/list-states.tsx";
import { isOver, useJob } from "#app/components/admin/jobs/use-job.ts";
import { useList } from "#app/components/admin/table/use-list.ts";
import { formatCount } from "#app/components/ui/format-count.ts";
import "./albums-screen.css";

/** All albums, what brings them in line with their folders, and the dialogs that make and edit one. */
export function AlbumsScreen() {
  const { items, setItems, failed, load } = useList<AdminAlbum>("/api/albums");
  const [open, setOpen] = useState<{ album?: AdminAlbum }>();
  const [notice, setNotice] = useState<string>();
  const [jobId, setJobId] = useState<string>();
  const job = useJob(jobId);
  const isSyncing = jobId !== undefined && !(job && isOver(job));

  const hasSynced = job !== undefined && isOver(job);
  useEffect(() => {
    if (hasSynced) void load();
  }, [hasSynced, load]);

  function tellOf(what: string, error: unknown) {
    console.error(what, error);
    if (error instanceof Refusal) setNotice(error.message);
    void load();
  }

  const change: typeof setItems = (albums) => {
    setNotice(undefined);
    setItems(albums);
  };

  async function refresh() {
    setItems(undefined);
    setNotice(undefined);
    await load();
  }

  async function sync() {
    try {
      const { answer } = await callApi<{ job_id: string }>(
        "POST",
        "/api/albums/sync",
      );
      setJobId(answer.job_id);
    } catch (error) {
      tellOf("Error starting sync", error);
    }
  }

  async function remove(album: AdminAlbum) {
    if (!window.confirm("Are you sure you want to delete this album?")) return;
    try {
      await callApi("DELETE", `/api/albums/${album.pa_key}`);
      await callApi("POST", "/api/albums/reorder-all");
    } catch (error) {
      console.error("Error deleting album", error);
      window.alert("An error occurred while deleting the album.");
    }
    await load();
  }

  return (
    <>
      <header className="admin-head">
        <h1>Albums</h1>
        {items && items.length > 0 && <p>{summary(items)}</p>}
        <div className="albums-actions">
          <button
            type="button"
            className="btn btn--quiet"
            onClick={() => void refresh()}
          >
            Refresh
          </button>
          <button
            type="button"
            className="btn btn--quiet"
            disabled={isSyncing}
            onClick={() => void sync()}
          >
            Sync
          </button>
          <button type="button" className="btn" onClick={() => setOpen({})}>
            Create
          </button>
        </div>
      </header>
      <SyncProgress job={job} isRunning={isSyncing} />
      {notice && (
        <p className="field-error" role="alert">
          {notice}
        </p>
      )}
      <ListStates
        items={items}
        failed={failed}
        retry={() => void refresh()}
        words={{
          loading: "Loading...",
          empty: <Calm>No albums yet. Create makes the first one.</Calm>,
          failed: "The albums could not be loaded.",
        }}
      >
        {(albums) => (
          <AlbumsTable
            albums={albums}
            onChange={change}
            onFailed={tellOf}
            onEdit={(album) => setOpen({ album })}
            onDelete={(album) => void remove(album)}
          />
        )}
      </ListStates>
      {open && (
        <AlbumDialog
          album={open.album}
          onClose={() => {
            setOpen(undefined);
            void load();
          }}
          onSaved={() => {
            setOpen(undefined);
            void load();
          }}
          onUploaded={setJobId}
        />
      )}
    </>
  );
}

/** '5 albums · 70 photos · 1 hidden' */
function summary(albums: AdminAlbum[]) {
  const photos = albums.reduce((sum, { count }) => sum + count, 0);
  const hidden = albums.filter(({ show }) => !show).length;
  return [
    `${formatCount(albums.length)} ${albums.length === 1 ? "album" : "albums"}`,
    `${formatCount(photos)} ${photos === 1 ? "photo" : "photos"}`,
    ...(hidden > 0 ? [`${formatCount(hidden)} hidden`] : []),
  ].join(" · ");
}

/** How far the sync has come, and what came of it. */
function SyncProgress({ job, isRunning }: { job?: Job; isRunning: boolean }) {
  const isKnown = job !== undefined && job.total > 0;
  return (
    <div className="sync-progress">
      {isRunning && (
        <progress
          max={isKnown ? job.total : undefined}
          value={isKnown ? job.done : undefined}
          aria-label="Albums synced"
        />
      )}
      <p role="status">
        {isRunning
          ? isKnown
            ? `Syncing: ${formatCount(job.done)} of ${formatCount(job.total)}`
            : "Syncing …"
          : job?.state === "succeeded"
            ? `Synced: ${job.message}`
            : job?.state === "failed" && (
                <span className="field-error">
                  The sync failed: {job.error ?? "Something went wrong"}
                </span>
              )}
      </p>
    </div>
  );
}

import { countOf } from "#domain/core/words.ts";
import { Link } from "@remix-run/react";
import { useState } from "react";
import type { Trashed } from "#domain/trash/answers.ts";
import type { TrashKind } from "#domain/trash/schemas.ts";
import type { ApiError } from "#app/components/api/call.ts";
import { BusyButton } from "#app/components/admin/ui/busy-button.tsx";
import { useToast } from "#app/components/admin/data/toast.tsx";
import { call } from "#app/components/api/call.ts";
import { Picture } from "#app/components/gallery/picture.tsx";
import { formatDay } from "#app/components/words/days.ts";
import { pebblePicture } from "#app/components/ui/pebbles.ts";
import {
  AlertIcon,
  BinIcon,
  PeopleIcon,
  UndoIcon,
} from "#app/components/ui/icons.tsx";

const DAY_MS = 86_400_000;
/** From this many days on, a row says that little time is left. */
const SOON = 3;

const names: Record<TrashKind, string> = {
  find: "Find",
  "find-image": "Image of a find",
  rock: "Rock",
  artist: "Artist",
  album: "Album",
  photo: "Photo",
};

/** Which screen shows what is in the way of a restore. */
const screens: Partial<Record<TrashKind, { to: string; label: string }>> = {
  rock: { to: "/admin/rocks", label: "See the rocks" },
  artist: { to: "/admin/users", label: "See the users" },
  album: { to: "/admin/albums", label: "See the albums" },
};

interface Props {
  thing: Trashed;
  /** Milliseconds since 1970. */
  now: number;
  /** Called when it was restored or deleted for good. */
  onGone: () => void;
}

export function TrashRow({ thing, now, onGone }: Props) {
  const { trash_key: trashKey, kind, label, detail, deleted_dt } = thing;
  const [busy, setBusy] = useState<"restore" | "delete">();
  const [error, setError] = useState<ApiError>();
  const toast = useToast();

  async function run(what: typeof busy) {
    setBusy(what);
    setError(undefined);
    try {
      await (what === "restore"
        ? call("POST /api/trash/:trashKey/restore", { params: { trashKey } })
        : call("DELETE /api/trash/:trashKey", { params: { trashKey } }));
      toast(what === "restore" ? `${label} is back.` : `${label} is gone.`);
      onGone();
    } catch (thrown) {
      setError(thrown as ApiError);
      setBusy(undefined);
    }
  }

  function remove() {
    if (window.confirm(`Delete ${label} for good? It can't be restored then.`))
      void run("delete");
  }

  return (
    <li className="trash-row" aria-busy={busy !== undefined}>
      <TrashedPicture thing={thing} />
      <div className="trash-what">
        <b>{label}</b>
        <small>{names[kind]}</small>
      </div>
      <div className="trash-detail">{detail}</div>
      <div className="trash-when">
        Deleted{" "}
        <time dateTime={deleted_dt}>{formatDay(deleted_dt.slice(0, 10))}</time>
      </div>
      <DaysLeft thing={thing} now={now} />
      <div className="trash-actions row">
        <BusyButton
          type="button"
          className="btn btn--quiet"
          busy={busy === "restore"}
          disabled={busy !== undefined}
          aria-label={`Restore ${label}`}
          onClick={() => void run("restore")}
        >
          <UndoIcon />
          Restore
        </BusyButton>
        <button
          type="button"
          className="icon-btn"
          disabled={busy !== undefined}
          aria-label={`Delete ${label} for good`}
          title="Delete for good"
          onClick={remove}
        >
          <BinIcon />
        </button>
      </div>
      {error && <Failure kind={kind} label={label} error={error} />}
    </li>
  );
}

function TrashedPicture({ thing: { kind, picture } }: { thing: Trashed }) {
  const fallback = pebblePicture("plain");
  return (
    <span className={`trash-picture trash-picture--${picture ? kind : "none"}`}>
      {kind === "artist" ? (
        <PeopleIcon />
      ) : (
        <Picture
          src={picture ?? fallback}
          fallback={fallback}
          alt=""
          width={84}
          height={76}
          loading="lazy"
        />
      )}
    </span>
  );
}

/** In words, and as a short bar. */
function DaysLeft({ thing, now }: { thing: Trashed; now: number }) {
  const end = Date.parse(thing.expires_dt);
  const left = Math.max(0, Math.ceil((end - now) / DAY_MS));
  const share = (end - now) / (end - Date.parse(thing.deleted_dt));
  return (
    <div className={left <= SOON ? "trash-left is-soon" : "trash-left"}>
      {countOf(left, "day")} left
      <meter
        className="bar"
        min={0}
        max={1}
        value={Math.max(0, share)}
        aria-hidden="true"
      />
    </div>
  );
}

function Failure({
  kind,
  label,
  error: { status, message },
}: {
  kind: TrashKind;
  label: string;
  error: ApiError;
}) {
  const isTaken = status === 409;
  const screen = isTaken ? screens[kind] : undefined;
  return (
    <div
      className={`trash-note notice ${isTaken ? "" : "notice--bad"}`}
      role="alert"
    >
      <AlertIcon />
      <p>
        <b>
          {isTaken ? `${label} can’t come back yet` : "That has not worked"}
        </b>
        {message}
      </p>
      {screen && <Link to={screen.to}>{screen.label}</Link>}
    </div>
  );
}

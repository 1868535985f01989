import { Failure } from "#app/components/fields/failure.tsx";
import { formatCount } from "#core/words.ts";
import { useLingui } from "@lingui/react";
import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import {
  describeSuggestion,
  formatDay,
} from "#app/components/language/english.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Sent } from "#app/components/api/send.ts";
import { useKeptFocus } from "#app/components/admin/data/use-kept-focus.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import {
  describePrecision,
  PlaceDialog,
} from "#app/components/admin/places/place.tsx";
import {
  imageAddresses,
  Thumbnail,
} from "#app/components/admin/ui/picture.tsx";
import { Part, RowButton } from "#app/components/admin/ui/screen.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { Button } from "#app/components/ui/button.tsx";

/** Shown finds that are not on the map yet, and that nobody has said have no place there. */
export function UnplacedFinds({
  count,
  first,
}: {
  count: number;
  first: AdminFind[];
}) {
  const [placing, setPlacing] = useState<AdminFind>();
  const [failure, setFailure] = useState<string>();
  const { revalidate } = useRevalidator();
  const keptFocus = useKeptFocus<HTMLUListElement>();

  function close() {
    setPlacing(undefined);
    revalidate();
  }

  return (
    <>
      {count > 0 && (
        <Part
          id="unplaced"
          title="Shown, but not on the map"
          aside={<p className="soft">{formatCount(count)}</p>}
        >
          <Failure>{failure}</Failure>
          <ul className="dashboard-rows small lined" {...keptFocus}>
            {first.map((find) => (
              <UnplacedFind
                key={find.rps_key}
                find={find}
                onPlace={() => setPlacing(find)}
                onTried={(failure) => {
                  setFailure(failure);
                  revalidate();
                }}
              />
            ))}
          </ul>
        </Part>
      )}
      {placing && (
        <PlaceDialog
          key={placing.version}
          find={placing}
          onClose={() => setPlacing(undefined)}
          onSaved={close}
          onReload={close}
        />
      )}
    </>
  );
}

const CHANGE = "PUT /api/journey-admin/:rpsKey";
type Change = Sent<typeof CHANGE>["body"];

function UnplacedFind({
  find,
  onPlace,
  onTried,
}: {
  find: AdminFind;
  onPlace: () => void;
  /** Called after a place or 'No place' was saved, or with why it could not be. */
  onTried: (failure?: string) => void;
}) {
  const { i18n } = useLingui();
  const { call } = useSave(find);
  const toast = useToast();
  const { suggestion, precision } = find;
  const day = find.date.slice(0, 10);
  const source = suggestion && describeSuggestion(suggestion, day);
  const params = { rpsKey: find.rps_key };
  const of = `rock ${find.rock_number}, ${find.location}`;
  const name = `Rock ${find.rock_number}, ${find.location}`;

  async function put(body: Change, words: string) {
    const saved = await call(CHANGE, { params, body });
    onTried(saved.ok ? undefined : saved.error.message);
    if (saved.ok)
      toast(words, {
        action: { label: "Undo", run: () => void undo(saved.version) },
      });
  }

  async function undo(version: string | undefined) {
    const body = {
      latitude: null,
      longitude: null,
      precision,
      no_place: false,
    };
    const undone = await call(CHANGE, { params, body }, { version });
    onTried();
    if (undone.ok) toast(`${name} waits for a place again.`);
    else toast(undone.error.message, { isFailure: true });
  }

  return (
    <li>
      <div className="row wrap">
        <Thumbnail
          {...imageAddresses(find, find.first_image_name)}
          label={imageAlt(i18n, find, find.first_image_description)}
        />
        <span className="dashboard-row-text">
          <b>{`Rock ${find.rock_number}`}</b>
          <span>{` ${find.location} `}</span>
          <small>{formatDay(day)}</small>
          {suggestion && (
            <small className="dashboard-row-place">{`A place ${source}; ${describePrecision(suggestion.precision)}`}</small>
          )}
        </span>
        <span>
          {suggestion && (
            <Button
              look="mini"
              onClick={() => {
                const { latitude, longitude, precision } = suggestion;
                const place = { latitude, longitude, precision };
                void put(place, `${name} is on the map.`);
              }}
            >
              Use it
              <span className="sr">{`: the place ${source} of ${of}`}</span>
            </Button>
          )}
          <RowButton of={`of ${of}`} onClick={onPlace}>
            Set the place
          </RowButton>
          <RowButton
            of={`for ${of}`}
            onClick={() =>
              void put({ no_place: true }, `${name} stays off the map.`)
            }
          >
            No place
          </RowButton>
        </span>
      </div>
    </li>
  );
}

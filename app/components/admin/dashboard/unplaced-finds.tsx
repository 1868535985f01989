import { Failure } from "#app/components/fields/field.tsx";
import { formatCount } from "#core/words.ts";
import { useLingui } from "@lingui/react";
import { useRevalidator } from "@remix-run/react";
import {
  describeSuggestion,
  formatDay,
} from "#app/components/language/english.ts";
import { imageAlt } from "#core/languages/image-alt.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Dashboard } from "#domain/health/dashboard.server.ts";
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
import { Opened, useOpener } from "#app/components/admin/ui/forms.tsx";
import { Part } from "#app/components/admin/ui/screen.tsx";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { Button } from "#app/components/ui/button.tsx";

const CHANGE = "PUT /api/journey-admin/:rpsKey";
type Change = Sent<typeof CHANGE>["body"];

/** Shown finds that are not on the map yet, and that nobody has said have no place there. */
export function UnplacedFinds({ count, first }: Dashboard["unplaced"]) {
  const placer = useOpener<AdminFind>();
  const { revalidate } = useRevalidator();
  const keptFocus = useKeptFocus<HTMLUListElement>();

  return (
    <>
      {count > 0 && (
        <Part
          id="unplaced"
          title="Shown, but not on the map"
          aside={<p className="soft">{formatCount(count)}</p>}
        >
          <ul className="dashboard-rows small lined" {...keptFocus}>
            {first.map((find) => (
              <UnplacedFind
                key={find.rps_key}
                find={find}
                onSet={() => placer.open(find)}
              />
            ))}
          </ul>
        </Part>
      )}
      <Opened by={placer} onClose={revalidate}>
        {(find, close) => <PlaceDialog find={find} onClose={close} />}
      </Opened>
    </>
  );
}

function UnplacedFind({ find, onSet }: { find: AdminFind; onSet: () => void }) {
  const { i18n } = useLingui();
  const { call, failure } = useSave();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { suggestion, precision } = find;
  const name = `Rock ${find.rock_number}, ${find.location}`;

  async function put(body: Change, version: string | undefined) {
    const params = { rpsKey: find.rps_key };
    const saved = await call(CHANGE, { params, body }, { version });
    revalidate();
    return saved;
  }

  async function place(body: Change, words: string) {
    const saved = await put(body, find.version);
    if (saved.ok)
      toast(`${name} ${words}`, {
        action: { label: "Undo", run: () => void undo(saved.version) },
      });
  }

  async function undo(version: string | undefined) {
    const nowhere = { latitude: null, longitude: null, no_place: false };
    const undone = await put({ ...nowhere, precision }, version);
    if (undone.ok) toast(`${name} waits for a place again.`);
    else toast(undone.error.message, { isFailure: true });
  }

  const day = find.date.slice(0, 10);
  const source = suggestion && describeSuggestion(suggestion, day);
  const of = `rock ${find.rock_number}, ${find.location}`;
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
              of={`the place ${source} of ${of}`}
              onClick={() => {
                const { latitude, longitude, precision } = suggestion;
                const spot = { latitude, longitude, precision };
                void place(spot, "is on the map.");
              }}
            >
              Use it
            </Button>
          )}
          <Button look="mini" of={`of ${of}`} onClick={onSet}>
            Set the place
          </Button>
          <Button
            look="mini"
            of={`for ${of}`}
            onClick={() => void place({ no_place: true }, "stays off the map.")}
          >
            No place
          </Button>
        </span>
        <Failure className="full">{failure}</Failure>
      </div>
    </li>
  );
}
